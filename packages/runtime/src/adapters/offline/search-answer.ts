import { gistOf, passageQuotes, tellingLine, textOf, titleOf } from './describe-passage.js';
import { fileKind } from './file-kind.js';
import type { Inquiry } from './inquiry.js';
import { counted, listed, quoteLine } from './quote.js';
import type { RankedPassage } from './rank-passages.js';
import type { SearchResult, Texts } from './search-workspace.js';
import { type Use, useKinds, type UsesOfName } from './uses.js';

const mostStatements = 8;
const mostOfOneFile = 3;
/** What scores less than this share of the best match is there by accident. */
const leastShare = 0.35;
/** What speaks of less than this share of what was asked is about something else. */
const leastSpoken = 0.4;

/** The best passages of a result, without what is there by accident and not all from one file. */
export function bestPassages(
  passages: readonly RankedPassage[],
  { most = mostStatements, share = leastShare } = {},
): readonly RankedPassage[] {
  const least = (passages[0]?.score ?? 0) * share;
  const ofFile = new Map<string, number>();
  return passages
    .filter(({ score, share: spoken, passage }) => {
      const count = (ofFile.get(passage.path) ?? 0) + 1;
      if (score < least || spoken < leastSpoken || count > mostOfOneFile) return false;
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
    summaryOf(first, result),
    ...best.map(({ passage }) => statement(titleOf(passage), passageQuotes(passage, result))),
  ].join('\n');
}

function summaryOf({ passage }: RankedPassage, result: SearchResult): string {
  const place = `${passage.path}:${tellingLine(passage, result)}`;
  return `Best match: ${passage.name === '' ? place : `${titleOf(passage)} at ${place}`}: ${gistOf(passage, result)}`;
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

const mostFilesOfUses = 10;

/** Who uses each name: one statement a file, the telling ones first. */
export function usesAnswer(found: readonly UsesOfName[], texts: Texts): string {
  const outside = found.map(({ name, uses }) => ({ name, uses: uses.filter(({ kind }) => kind !== 'definition') }));
  const summary = outside.map(({ name, uses }) =>
    uses.length === 0
      ? `${name} is used nowhere else`
      : `${name} is used in ${counted(fileCount(uses), 'file')}, first at ${firstPlace(uses)}`,
  );
  return [`${summary.join('; ')}.`, ...outside.flatMap(({ name, uses }) => usesOfName(name, uses, texts))].join('\n');
}

function usesOfName(name: string, uses: readonly Use[], texts: Texts): readonly string[] {
  const files = usesByFile(byTelling(uses));
  const told = files.slice(0, mostFilesOfUses).flatMap((ofFile) => {
    const [first] = ofFile;
    if (!first) return [];
    const more = ofFile.length > 1 ? ` (and ${ofFile.length - 1} more in this file)` : '';
    return [`- ${name}, ${first.kind}${more}: ${quoteLine(first.path, first.line, textOf(texts, first.path).lines)}`];
  });
  const left = files.length - told.length;
  return left > 0 ? [...told, `- ${name} stands in ${counted(left, 'more file')}.`] : told;
}

function usesByFile(uses: readonly Use[]): readonly (readonly Use[])[] {
  const files = new Map<string, Use[]>();
  for (const use of uses) files.set(use.path, [...(files.get(use.path) ?? []), use]);
  return [...files.values()];
}

function byTelling(uses: readonly Use[]): readonly Use[] {
  return uses.toSorted((one, other) => useKinds.indexOf(one.kind) - useKinds.indexOf(other.kind));
}

function fileCount(uses: readonly Use[]): number {
  return new Set(uses.map(({ path }) => path)).size;
}

function firstPlace(uses: readonly Use[]): string {
  const first = byTelling(uses)[0];
  return first ? `${first.path}:${first.line}` : '';
}

/** What only the tests, or only the documents, say. */
export function answerFrom(kind: 'test' | 'document', result: SearchResult): string {
  const ofKind = result.passages.filter(({ passage }) => fileKind(passage.path) === kind);
  // A test file holds doubles and helpers too; what was asked for is the tests themselves.
  const tests = ofKind.filter(({ passage }) => passage.kind === 'test');
  const passages = tests.length > 0 ? tests : ofKind;
  if (bestPassages(passages).length > 0) return passagesAnswer({ ...result, passages });
  return `No ${kind} speaks of ${subjectOf(result.inquiry)}; ${counted(result.survey.fileCount, 'file')} searched.`;
}

/** An honest nothing: what was looked for and where. */
export function nothingFound({ inquiry, survey }: Pick<SearchResult, 'inquiry' | 'survey'>): string {
  return [
    `Nothing found for ${subjectOf(inquiry)} in ${counted(survey.fileCount, 'file')}.`,
    ...survey.notes.map((note) => `- Not looked at: ${note}.`),
  ].join('\n');
}

export function subjectOf({ names, concepts, paths }: Inquiry): string {
  const words = [
    ...names.map((name) => `"${name}"`),
    ...concepts.map(({ word }) => word),
    ...paths.map(({ path }) => path),
  ];
  return words.length === 0 ? 'a task without a subject' : listed(words);
}
