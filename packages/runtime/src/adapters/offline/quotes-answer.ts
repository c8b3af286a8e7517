import { gistOf, textOf, titleOf } from './describe-passage.js';
import { type Passage, passagesOf } from './passages.js';
import { excerptOf } from './excerpt.js';
import { quoteLine, quoteLines } from './quote.js';
import { bestLines } from './rank-lines.js';
import type { RankedPassage } from './rank-passages.js';
import { notSpokenOf } from './search-answer.js';
import type { SearchResult } from './search-workspace.js';
import type { SourceText } from './source-text.js';

const linesOfBest = 40;
const linesOfOthers = 16;
const around = 3;
const longestLine = 500;
const mostParts = 20;

/** The passages that answer, quoted with their lines; the first line sums up. Empty without a passage. */
export function quotesAnswer(best: readonly RankedPassage[], result: SearchResult): string {
  const passages = best.map(({ passage }) => passage);
  const [first] = passages;
  if (!first) return '';
  const shown = withWhatTheyName(passages, result);
  return [
    ...notSpokenOf(result),
    summaryOf(first, result),
    ...shown.map((passage, place) => quotedPassage(passage, result, place < 2 ? linesOfBest : linesOfOthers)),
    ...partsOfDocument(first, textOf(result.texts, first.path)),
  ].join('\n\n');
}

function summaryOf(passage: Passage, result: SearchResult): string {
  const title = titleOf(passage);
  return `${rangeOf(passage)}${title === '' ? '' : `, ${title}`}: ${gistOf(passage, result)}`;
}

/** Declarations this short say what they mean by naming others: `Object.keys(errorTable)` is answered by `errorTable`. */
const shortDeclaration = 3;

function withWhatTheyName(passages: readonly Passage[], { texts }: SearchResult): readonly Passage[] {
  const shown = passages.flatMap((passage) => [passage, ...namedBy(passage, textOf(texts, passage.path))]);
  const places = new Set<string>();
  return shown.filter(({ path, start }) => !places.has(`${path}:${start}`) && places.add(`${path}:${start}`));
}

function namedBy(passage: Passage, text: SourceText): readonly Passage[] {
  const isShort = passage.end - passage.line + 1 <= shortDeclaration;
  if (!isShort || passage.name === '' || passage.kind === 'heading' || passage.kind === 'key') return [];
  const words = new Set(
    text.lines
      .slice(passage.line - 1, passage.end)
      .join(' ')
      .match(/[A-Za-z_$][\w$]*/g),
  );
  return passagesOf(text)
    .filter(({ name, isOpening, start }) => isOpening && start !== passage.start && words.has(name))
    .slice(0, 1);
}

/** Where the best match is the title of a whole document, its parts are the answer. */
function partsOfDocument(passage: Passage, { path, lines, outline }: SourceText): readonly string[] {
  const [title, ...parts] = outline;
  if (passage.kind !== 'heading' || title?.line !== passage.line || parts.length === 0) return [];
  const quoted = parts.slice(0, mostParts).map(({ line }) => `- ${quoteLine(path, line, lines)}`);
  return [[`Parts of ${path}:1`, ...quoted].join('\n')];
}

function rangeOf({ path, start, end }: Passage): string {
  return `${path}:${start}${end > start ? `-${end}` : ''}`;
}

function quotedPassage(passage: Passage, result: SearchResult, most: number): string {
  const { lines } = textOf(result.texts, passage.path);
  const title = titleOf(passage);
  // Prose is often written in long lines, and the answer may stand at the end of one.
  const cut = (text: string): string => excerptOf(text, result.inquiry, longestLine);
  const quoted = stretchesOf(passage, result, most).map(([start, end]) =>
    quoteLines(lines, start, end, cut).join('\n'),
  );
  return `${rangeOf(passage)}${title === '' ? '' : ` ${title}`}\n${quoted.join('\n  …\n')}`;
}

type Stretch = readonly [start: number, end: number];

/** All of a short passage; of a long one how it begins and the lines that say most, with what stands around them. */
function stretchesOf(passage: Passage, { texts, inquiry, rarity }: SearchResult, most: number): readonly Stretch[] {
  if (passage.end - passage.start + 1 <= most) return [[passage.start, passage.end]];
  const telling = bestLines(textOf(texts, passage.path), passage, inquiry, rarity).slice(0, 3);
  const opening: Stretch = [passage.start, Math.min(passage.line + 2, passage.start + most / 2)];
  return joined([opening, ...telling.map(({ line }): Stretch => [line - around, line + around])], passage);
}

function joined(stretches: readonly Stretch[], { start, end }: Passage): readonly Stretch[] {
  const inOrder = stretches
    .map(([from, to]): Stretch => [Math.max(start, from), Math.min(end, to)])
    .sort(([one], [other]) => one - other);
  return inOrder.reduce<readonly Stretch[]>((done, [from, to]) => {
    const last = done.at(-1);
    if (!last || from > last[1] + 1) return [...done, [from, to]];
    return [...done.slice(0, -1), [last[0], Math.max(last[1], to)]];
  }, []);
}
