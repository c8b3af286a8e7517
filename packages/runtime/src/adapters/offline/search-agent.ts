import type { WorkOrder } from '@planwright/core';
import type { ReadOptions } from '../../ports/workspace-reader.js';
import { splitFilledTask } from './filled-task.js';
import { findPlaces, type Places } from './find-places.js';
import { findImporters, findUses } from './find-uses.js';
import { type Inquiry, namesNothing, understandTask } from './inquiry.js';
import { answerFrom, definitionsAnswer, nothingFound, passagesAnswer, testFilesAnswer } from './search-answer.js';
import { type SearchResult, searchWorkspace } from './search-workspace.js';
import type { Sources } from './sources.js';
import { testsAnswer } from './tests-answer.js';
import { testsOfFiles } from './tests-of-files.js';
import { usesAnswer } from './uses-answer.js';

/** Finds what a step's task asks about. Finding nothing is an answer and says so. */
export async function searchAnswer(sources: Sources, order: WorkOrder, options: ReadOptions): Promise<string> {
  const { own, data } = splitFilledTask(order.task);
  const asked = inquiryOf(own, data, order.goal);
  const places = await placesOf(sources, asked, options);
  const inquiry = withMissingAsNames(asked, places);
  if (isAboutFiles(inquiry, places)) {
    const targets = places.files.map(({ path }) => path);
    const { found, texts } = await findImporters(targets, sources, options);
    return usesAnswer(found, texts);
  }
  if (inquiry.want === 'tests' && places.files.length > 0) return testsOfPlaces(inquiry, places, sources, options);
  return answerOf(await searchWorkspace(sources, inquiry, { ...options, within: insideOf(places) }), sources, options);
}

/** Tests stand beside what they test, or elsewhere; hardly ever in it. */
async function testsOfPlaces(
  inquiry: Inquiry,
  { files }: Places,
  sources: Sources,
  options: ReadOptions,
): Promise<string> {
  const targets = files.map(({ path }) => path);
  const tests = await testsOfFiles(targets, sources, options);
  if (tests.length === 0) return answerOf(await searchWorkspace(sources, inquiry, options), sources, options);
  const within = (path: string): boolean => tests.includes(path);
  return testFilesAnswer(targets, tests, await searchWorkspace(sources, inquiry, { ...options, within }));
}

/** The step's own words; where they name nothing, what earlier steps found; where that is nothing either, the run's goal. */
function inquiryOf(own: string, data: string, goal: string): Inquiry {
  const inquiry = understandTask(own);
  if (!namesNothing(inquiry)) return inquiry;
  const handedOn = understandTask(data);
  return { ...(namesNothing(handedOn) ? understandTask(goal) : handedOn), want: inquiry.want };
}

async function answerOf(result: SearchResult, sources: Sources, options: ReadOptions): Promise<string> {
  const { names, want } = result.inquiry;
  const known = names.filter((name) => result.survey.hits.some((hit) => hit.names.has(name)));
  // Whoever asks about a name does not want to hear of its words.
  if (names.length > 0 && known.length === 0 && want !== 'anything' && want !== 'documents')
    return nothingFound({ ...result, inquiry: { ...result.inquiry, concepts: [] } });
  const declared = known.find((name) => isDeclared(name, result));
  if (want === 'tests')
    return declared === undefined ? answerFrom('test', result) : testsAnswer(declared, sources, options);
  if (want === 'documents') return answerFrom('document', result);
  if (known.length > 0 && want === 'definitions') return definitionsAnswer(names, result);
  if (known.length === 0 || want !== 'uses') return passagesAnswer(result);
  const { found, texts } = await findUses(known, result.survey, sources, options);
  return usesAnswer(found, texts);
}

function isDeclared(name: string, { passages }: SearchResult): boolean {
  return passages.some(({ passage }) => passage.name === name && passage.isOpening && passage.kind !== 'test');
}

async function placesOf(sources: Sources, inquiry: Inquiry, options: ReadOptions): Promise<Places> {
  if (inquiry.paths.length === 0) return { files: [], folders: [], missing: [] };
  const { files } = await sources.list(options);
  return findPlaces(
    inquiry.paths,
    files.map(({ path }) => path),
  );
}

/** A path that is not there may be a name (`Node.js`); whatever it is, it is looked for as it was written. */
function withMissingAsNames(inquiry: Inquiry, { missing }: Places): Inquiry {
  return { ...inquiry, paths: [], names: [...inquiry.names, ...missing] };
}

/** "Who imports src/plan.ts?": the files are the subject, not where to look. */
function isAboutFiles({ names, concepts }: Inquiry, { files }: Places): boolean {
  return files.length > 0 && names.length + concepts.length === 0;
}

/** Where the task names folders or files that exist, only those are searched. */
function insideOf({ files, folders }: Places): ((path: string) => boolean) | undefined {
  if (files.length + folders.length === 0) return undefined;
  return (path) => files.some((file) => file.path === path) || folders.some((folder) => path.startsWith(`${folder}/`));
}
