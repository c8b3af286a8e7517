import { counted } from '@planwright/core';
import type { Concept } from './concept.js';
import { gistOf, passageQuotes, tellingLine, titleOf } from './describe-passage.js';
import { fileKind } from './file-kind.js';
import { type Inquiry, namesNothing } from './inquiry.js';
import { listed } from './quote.js';
import type { RankedPassage } from './rank-passages.js';
import type { SearchResult } from './search-workspace.js';

const mostStatements = 8;
const mostOfOneFile = 3;
/** What scores less than this share of the best match is there by accident. */
const leastShare = 0.35;
/** What speaks of less than this share of what was asked is about something else. */
const leastSpoken = 0.4;

/** The best passages of a result, without what is there by accident and not all from one file. */
export function bestPassages(
  passages: readonly RankedPassage[],
  { most = mostStatements, share = leastShare, spoken: least = leastSpoken } = {},
): readonly RankedPassage[] {
  const leastScore = (passages[0]?.score ?? 0) * share;
  const ofFile = new Map<string, number>();
  return passages
    .filter(({ score, share: spoken, passage }) => {
      const count = (ofFile.get(passage.path) ?? 0) + 1;
      if (score < leastScore || spoken < least || count > mostOfOneFile) return false;
      ofFile.set(passage.path, count);
      return true;
    })
    .slice(0, most);
}

/** Statements about what was found, each with its place; the first line sums up. */
export function passagesAnswer(result: SearchResult): string {
  const best = bestPassages(result.passages);
  const [first] = best;
  if (!first) return nothingFound(result);
  return [
    ...notSpokenOf(result),
    summaryOf(first, result),
    ...best.map(({ passage }) => statement(titleOf(passage), passageQuotes(passage, result))),
  ].join('\n');
}

function summaryOf({ passage }: RankedPassage, result: SearchResult): string {
  const place = `${passage.path}:${tellingLine(passage, result)}`;
  const gist = gistOf(passage, result);
  // What is said of a declaration stands above its line: not as if it were quoted from there.
  return `Best match: ${passage.name === '' ? `${place}: ${gist}` : `${titleOf(passage)} at ${place}. ${gist}`}`;
}

function statement(title: string, quotes: readonly string[]): string {
  const [first = '', ...more] = quotes;
  return [`- ${title === '' ? '' : `${title}, `}${first}`, ...more.map((quote) => `  ${quote}`)].join('\n');
}

/** Where each name is declared; says so where one is not. */
export function definitionsAnswer(names: readonly string[], result: SearchResult): string {
  const found = names.map((name) => ({ name, places: declarationsOf(name, result) }));
  const known = found.filter(({ places }) => places.length > 0);
  if (known.length === 0) return [`No declaration of ${listed(names)} was found.`, passagesAnswer(result)].join('\n');
  const summary = known.map(({ name, places }) => `${name} at ${placeOf(places[0])}`);
  return [
    `Defined: ${listed(summary)}.`,
    ...found.flatMap(({ name, places }) =>
      places.length === 0
        ? [`- No declaration of ${name} was found in ${counted(result.survey.fileCount, 'file')}.`]
        : places.map(({ passage }) => statement(titleOf(passage), passageQuotes(passage, result))),
    ),
  ].join('\n');
}

const mostDeclarations = 4;

/** A test may declare a double of the same name; it counts only where nothing else declares it. */
function declarationsOf(name: string, { passages }: SearchResult): readonly RankedPassage[] {
  const all = passages.filter(({ passage }) => passage.name === name && passage.isOpening && passage.kind !== 'test');
  const own = all.filter(({ passage }) => fileKind(passage.path) !== 'test');
  return (own.length > 0 ? own : all).slice(0, mostDeclarations);
}

function placeOf(ranked: RankedPassage | undefined): string {
  return ranked ? `${ranked.passage.path}:${ranked.passage.line}` : '';
}

const mostNear = 3;

/** What only the tests, or only the documents, say. */
export function answerFrom(kind: 'test' | 'document', result: SearchResult): string {
  const ofKind = result.passages.filter(({ passage }) => fileKind(passage.path) === kind);
  // A test file holds doubles and helpers too; what was asked for is the tests themselves.
  const tests = ofKind.filter(({ passage }) => passage.kind === 'test');
  const passages = tests.length > 0 ? tests : ofKind;
  if (bestPassages(passages).length > 0) return passagesAnswer({ ...result, passages });
  const { inquiry, survey } = result;
  const why = whyNotSearched(inquiry, survey.fileCount);
  if (why !== undefined) return `No ${kind} was found: ${why}.`;
  const none = `No ${kind} speaks of ${subjectOf(inquiry)}`;
  const searched = `${counted(survey.fileCount, 'file')} searched`;
  const near = nearest(passages, result);
  return near.length === 0
    ? `${none}; ${searched}.`
    : [`${none} as a whole; ${searched}. What comes nearest:`, ...near].join('\n');
}

/** The tests of files, and what in them comes nearest to what was asked. */
export function testFilesAnswer(files: readonly string[], tests: readonly string[], result: SearchResult): string {
  return [`Tests of ${listed(files)}: ${listed(tests)}.`, ...nearest(result.passages, result)].join('\n');
}

function nearest(passages: readonly RankedPassage[], result: SearchResult): readonly string[] {
  return bestPassages(passages, { most: mostNear, spoken: 0 }).map(({ passage }) =>
    statement(titleOf(passage), passageQuotes(passage, result)),
  );
}

/** What was asked about and stands nowhere, told before the nearest that was found is taken for the answer. */
export function notSpokenOf(result: Pick<SearchResult, 'inquiry' | 'survey'>): readonly string[] {
  const missing = unspoken(result);
  if (missing.length === 0) return [];
  return [
    `No file speaks of ${listed(missing)}; ${counted(result.survey.fileCount, 'file')} searched. What comes nearest:`,
  ];
}

/** Whether half of what was asked about, or more, stands nowhere in the project; or none of what was asked for by name. */
export function isMostlyUnspoken({ inquiry, survey }: Pick<SearchResult, 'inquiry' | 'survey'>): boolean {
  const isNamed = (name: string): boolean => survey.hits.some((hit) => hit.names.has(name));
  // Words of a name that is nowhere say nothing about it.
  if (inquiry.names.length > 0 && !inquiry.names.some(isNamed)) return true;
  const things = inquiry.names.length + inquiry.concepts.filter(isThing).length;
  return things > 0 && unspoken({ inquiry, survey }).length * 2 >= things;
}

function unspoken({ inquiry, survey }: Pick<SearchResult, 'inquiry' | 'survey'>): readonly string[] {
  const names = inquiry.names.filter((name) => !survey.hits.some((hit) => hit.names.has(name)));
  const isSpoken = ({ forms }: Concept): boolean =>
    survey.hits.some((hit) => forms.some(({ stem }) => hit.counts.has(stem) || hit.inPath.has(stem)));
  const things = inquiry.concepts.filter((concept) => isThing(concept) && !isSpoken(concept));
  return [...names.map((name) => `"${name}"`), ...things.map(({ word }) => word)];
}

/** A verb may be said in many ways; what a question is about is said in the project's own words, or is not there. */
function isThing({ weight }: Concept): boolean {
  return weight === 1;
}

/** An honest nothing: what was looked for and where. */
export function nothingFound({ inquiry, survey }: Pick<SearchResult, 'inquiry' | 'survey'>): string {
  const why = whyNotSearched(inquiry, survey.fileCount);
  const looked = `for ${subjectOf(inquiry)} in ${counted(survey.fileCount, 'file')}`;
  return [
    `Nothing found${why === undefined ? ` ${looked}` : `: ${why}`}.`,
    ...survey.notes.map((note) => `- Not looked at: ${note}.`),
  ].join('\n');
}

/** Why a search can find nothing, for whoever can change that; undefined where there was something to look for. */
export function whyNotSearched(inquiry: Inquiry, fileCount: number): string | undefined {
  if (fileCount === 0) return 'the project has no files that can be read: it is empty, or all of it is ignored';
  if (namesNothing(inquiry))
    return 'the task names nothing to look for; say what it is about: a file, a name, or words that stand in the project';
  return undefined;
}

export function subjectOf({ names, concepts, paths }: Inquiry): string {
  const words = [
    ...names.map((name) => `"${name}"`),
    ...concepts.map(({ word }) => word),
    ...paths.map(({ path }) => path),
  ];
  return words.length === 0 ? 'the task' : listed(words);
}
