import type { Concept } from './concept.js';
import type { Inquiry } from './inquiry.js';
import type { Rarity } from './rank-files.js';
import { placesOf } from './scan-text.js';
import type { SourceText } from './source-text.js';

export type RankedLine = { readonly line: number; readonly score: number };

/** How much more two things say side by side than apart. */
const pairShare = 0.5;

/** The lines of a stretch that say most of what was asked, the best first; equal ones in their order. */
export function bestLines(
  text: SourceText,
  { start, end }: { readonly start: number; readonly end: number },
  inquiry: Inquiry,
  rarity: Rarity,
): readonly RankedLine[] {
  const lines = Array.from({ length: end - start + 1 }, (_, place) => start + place);
  return lines
    .map((line) => ({ line, score: lineScore(text, line, inquiry, rarity) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score || one.line - other.line);
}

function lineScore(text: SourceText, line: number, inquiry: Inquiry, rarity: Rarity): number {
  const stems = new Set(text.stems[line - 1]);
  const spoken = inquiry.concepts.map(
    ({ weight, forms }) =>
      weight * Math.max(0, ...forms.map((form) => (stems.has(form.stem) ? form.weight * rarity(form.stem) : 0))),
  );
  const named = inquiry.names.map((name) =>
    placesOf(name, text.lines[line - 1] ?? '').length > 0 ? 1 + rarity(name) : 0,
  );
  return sum(spoken) + sum(named) + pairsScore(text, { start: line, end: line }, inquiry, rarity);
}

/** What the pairs of an inquiry add to a stretch: each counts once, where its two things stand side by side on a line. */
export function pairsScore(
  { stems }: SourceText,
  { start, end }: { readonly start: number; readonly end: number },
  { pairs }: Pick<Inquiry, 'pairs'>,
  rarity: Rarity,
): number {
  const lines = stems.slice(start - 1, end);
  const isThere = ([first, second]: readonly [Concept, Concept]): boolean =>
    lines.some((line) => line.some((stem, place) => stands(first, stem) && stands(second, line[place + 1])));
  const worth = ([first, second]: readonly [Concept, Concept]): number =>
    pairShare * (most(first, rarity) + most(second, rarity));
  return sum(pairs.filter(isThere).map(worth));
}

function stands({ forms }: Concept, stem: string | undefined): boolean {
  return forms.some((form) => form.stem === stem);
}

/** The most that a thing can say, by the rarest of its forms. */
export function most({ weight, forms }: Concept, rarity: Rarity): number {
  return weight * Math.max(0, ...forms.map((form) => form.weight * rarity(form.stem)));
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
