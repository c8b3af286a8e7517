import { counted, type WorkOrder } from '@planwright/core';
import { mapConcurrently } from '../../map-concurrently.js';
import type { FileText, ReadOptions } from '../../ports/workspace-reader.js';
import { splitFilledTask } from './filled-task.js';
import { findPlaces, type Places } from './find-places.js';
import { type Inquiry, understandTask } from './inquiry.js';
import { namedIn, type PathMention } from './named-in-task.js';
import { outlinesAnswer } from './outlines-answer.js';
import { listed } from './quote.js';
import { quotesAnswer } from './quotes-answer.js';
import type { RankedPassage } from './rank-passages.js';
import { bestPassages } from './search-answer.js';
import { searchWorkspace } from './search-workspace.js';
import { readTexts, type Sources } from './sources.js';

const mostFiles = 6;
const mostOutlines = 4;
const mostQuotes = 5;
const leastShare = 0.5;
/** What an earlier step found is more likely the right thing: most of all a declaration, less a place that uses one. */
const declaredBefore = 1.6;
const seenBefore = 1.3;

/** Reads the files a step names, or that earlier answers point to, and quotes what matters of them with line numbers. */
export async function fileAnswer(sources: Sources, order: WorkOrder, options: ReadOptions): Promise<string> {
  const { own, data } = splitFilledTask(order.task);
  const { files } = await sources.list(options);
  const listing = files.map(({ path }) => path);
  const places = findPlaces([...namedIn(own).paths, ...order.files, ...placesIn(data)], listing);
  const question = questionOf(own, order.goal);
  const chosen = await chosenFiles(sources, places, question, options);
  if (chosen.length === 0) return nothingToRead(places, listing.length);
  if (!wantsOutline(own)) {
    const answer = await quotes(sources, { chosen, places, inquiry: question.inquiry, options });
    if (answer !== '') return withNotes(answer, missingNotes(places));
  }
  const outlined = chosen.slice(0, mostOutlines).flatMap((path) => files.find((file) => file.path === path) ?? []);
  const texts = await readTexts(sources, outlined, options);
  const read = await mapConcurrently(outlined, (file) => sources.readListed(file, options), {
    limit: mostOutlines,
    signal: options.signal,
  });
  return withNotes(outlinesAnswer([...texts.values()]), [...unreadableNotes(read), ...missingNotes(places)]);
}

/** The places that an earlier answer quotes: with a line, since the quoted lines themselves may name any file. */
function placesIn(data: string): readonly PathMention[] {
  return namedIn(data.slice(0, 64 * 1024)).paths.filter(({ line }) => line !== undefined);
}

type Question = {
  readonly inquiry: Inquiry;
  /** Asked by the step itself, not only by the run. */ readonly isOwn: boolean;
};

const readingWords = new Set(
  `read reads file files folder folders line lines part parts outline open summarize summarise summary place places
   leia ler arquivo arquivos linhas trechos`.split(/\s+/),
);

/** What the file is read for: the step's own words, or the run's goal where they say no more than to read. */
function questionOf(own: string, goal: string): Question {
  const asked = understandTask(own);
  const concepts = asked.concepts.filter(({ word }) => !readingWords.has(word));
  const isOwn = concepts.length + asked.names.length > 0;
  const inquiry = isOwn ? { ...asked, concepts } : understandTask(goal);
  return { inquiry: { ...inquiry, want: 'anything', paths: [] }, isOwn };
}

function wantsOutline(own: string): boolean {
  return /\b(?:outlines?|overview|structure|estrutura)\b/i.test(own);
}

/** The files named; else, of the folders named or of all, the files where the question is best answered. */
async function chosenFiles(
  sources: Sources,
  { files, folders, missing }: Places,
  { inquiry, isOwn }: Question,
  options: ReadOptions,
): Promise<readonly string[]> {
  const named = [...new Set(files.map(({ path }) => path))];
  if (named.length > 0) return named.slice(0, mostFiles);
  // Whoever asks for one file and nothing else does not want another.
  if (missing.length > 0 && folders.length === 0 && !isOwn) return [];
  const within = folders.length === 0 ? undefined : isUnder(folders);
  const { passages } = await searchWorkspace(sources, inquiry, { ...options, within });
  return [...new Set(bestPassages(passages, { most: mostFiles }).map(({ passage }) => passage.path))];
}

function isUnder(folders: readonly string[]): (path: string) => boolean {
  return (path) => folders.some((folder) => path.startsWith(`${folder}/`));
}

type Reading = {
  readonly chosen: readonly string[];
  readonly places: Places;
  readonly inquiry: Inquiry;
  readonly options: ReadOptions;
};

async function quotes(sources: Sources, { chosen, places, inquiry, options }: Reading): Promise<string> {
  const result = await searchWorkspace(sources, inquiry, { ...options, within: (path) => chosen.includes(path) });
  const passages = result.passages
    .map((ranked) => ({ ...ranked, score: ranked.score * foundBefore(ranked, places) }))
    .sort((one, other) => other.score - one.score);
  return quotesAnswer(bestPassages(passages, { most: mostQuotes, share: leastShare }), result);
}

function foundBefore({ passage }: RankedPassage, { files }: Places): number {
  const lines = files.flatMap(({ path, line = 0 }) => (path === passage.path ? [line] : []));
  if (passage.isOpening && passage.kind !== 'heading' && lines.includes(passage.line)) return declaredBefore;
  return lines.some((line) => line >= passage.start && line <= passage.end) ? seenBefore : 1;
}

function withNotes(answer: string, notes: readonly string[]): string {
  return notes.length === 0 ? answer : `${answer}\n\n${notes.join('\n')}`;
}

function unreadableNotes(read: readonly FileText[]): readonly string[] {
  return read.flatMap((file) => (file.type === 'unreadable' ? [`- Not read: ${file.message}.`] : []));
}

function missingNotes({ missing }: Places): readonly string[] {
  return [...new Set(missing)].map((path) => `- There is no ${path} in the project.`);
}

function nothingToRead({ missing, folders }: Places, count: number): string {
  if (missing.length > 0)
    return `Nothing read: ${listed([...new Set(missing)])} cannot be found among ${counted(count, 'file')}.`;
  if (folders.length > 0) return `Nothing read: no file in ${listed(folders)} speaks of the question.`;
  return `Nothing read: no file was named, and none of ${counted(count, 'file')} speaks of the question.`;
}
