import type { ReadOptions } from '../../ports/workspace-reader.js';
import { subjectOfChange } from '../offline/draft-change.js';
import { findPlaces, type Places } from '../offline/find-places.js';
import { type Inquiry, understandTask, withNamesAsWords } from '../offline/inquiry.js';
import { limitInquiry, longestTask } from '../offline/limit-inquiry.js';
import { isPacked } from '../offline/packed-text.js';
import { type Rarity, rankFiles, rarityOf } from '../offline/rank-files.js';
import { readTask } from '../offline/read-task.js';
import type { Sources } from '../offline/sources.js';
import { type Survey, type SurveyedFile, surveyWorkspace } from '../offline/survey.js';
import { digestText } from './digest-text.js';

/** What all angles of a task share: what it asks about, and where the project speaks of it. */
export type Ground = {
  readonly task: string;
  readonly inquiry: Inquiry;
  readonly places: Places;
  readonly survey: Survey;
  /** Of what the search found in which file. */
  readonly surveyDigest: string;
  readonly rarity: Rarity;
  /** The files that speak of the task, the best first; only so many as an angle can make a difference to. */
  readonly candidates: readonly SurveyedFile[];
  readonly notes: readonly string[];
};

const mostCandidates = 120;

export async function groundOf(task: string, sources: Sources, options: ReadOptions): Promise<Ground> {
  const read = task.slice(0, longestTask);
  const { files } = await sources.list(options);
  const paths = files.map(({ path }) => path);
  const asked = limitInquiry(understandTask(subjectIn(read)));
  const places = findPlaces(understandTask(read).paths, paths);
  const wide = limitInquiry(withNamesAsWords(asked));
  const survey = withoutPlans(await surveyWorkspace(sources, wide, options), paths);
  const isNamed = asked.names.length === 0 || survey.hits.some(({ names }) => names.size > 0);
  const inquiry: Inquiry = { ...(isNamed ? asked : wide), want: 'anything' };
  const rarity = rarityOf(survey, inquiry);
  const ranked = rankFiles(survey, inquiry, rarity).slice(0, mostCandidates);
  return {
    ...{ task: read, inquiry, places, survey, rarity, surveyDigest: digestOf(survey) },
    candidates: await writtenByHand(ranked, sources, options),
    notes: [
      ...survey.notes.map((note) => `not looked at: ${note}`),
      ...(task.length > longestTask ? [`only the first ${longestTask} characters of the task were looked for`] : []),
    ],
  };
}

/** What was planned before speaks of a task in its very words, and is no part of what is to be changed. */
function withoutPlans(survey: Survey, paths: readonly string[]): Survey {
  const known = new Set(paths);
  const folders = paths
    .filter((path) => path.endsWith(`/${manifest}`))
    .map((path) => path.slice(0, -manifest.length))
    .filter((folder) => known.has(`${folder}plan.json`));
  if (folders.length === 0) return survey;
  return { ...survey, hits: survey.hits.filter(({ file }) => !folders.some((folder) => file.path.startsWith(folder))) };
}

const manifest = 'explorations-manifest.json';

function digestOf({ hits }: Survey): string {
  return digestText(JSON.stringify(hits.map(({ file, counts, names }) => [file.path, [...counts], [...names]])));
}

/** What is to be changed, without the orders to test and document it. */
function subjectIn(task: string): string {
  const reading = readTask(task);
  return reading.type === 'change' ? subjectOfChange(task, reading) : task;
}

async function writtenByHand(
  hits: readonly SurveyedFile[],
  sources: Sources,
  options: ReadOptions,
): Promise<readonly SurveyedFile[]> {
  const texts = await Promise.all(hits.map(({ file }) => sources.readListed(file, options)));
  return hits.filter((_, place) => {
    const read = texts[place];
    return read?.type === 'text' && !isPacked(read.text.split('\n'));
  });
}
