import type { Inquiry } from './inquiry.js';
import { shortened } from './quote.js';
import { stemOf, wordsIn } from './words.js';

/** The part of a long line that holds most of what was asked; a short line as it is. */
export function excerptOf(text: string, inquiry: Pick<Inquiry, 'names' | 'concepts'>, longest: number): string {
  if (text.length <= longest) return text;
  const places = placesOfInterest(text, inquiry);
  // A little of what comes before a word is needed to understand it.
  const lead = Math.floor(longest / 6);
  const windows = places.map(({ at }) => Math.max(0, at - lead));
  const holding = (start: number): number =>
    new Set(places.filter(({ at }) => at >= start && at < start + longest).map(({ what }) => what)).size;
  const start = windows.reduce((best, next) => (holding(next) > holding(best) ? next : best), 0);
  return `${start > 0 ? '…' : ''}${shortened(text.slice(atWordStart(text, start)), longest)}`;
}

type Interest = { readonly at: number; readonly what: string };

function placesOfInterest(text: string, { names, concepts }: Pick<Inquiry, 'names' | 'concepts'>): readonly Interest[] {
  const asked = new Map(concepts.flatMap(({ word, forms }) => forms.map(({ stem }) => [stem, word] as const)));
  const words = [...text.matchAll(/[\p{L}\p{N}]+/gu)].flatMap((match) =>
    wordsIn(match[0]).flatMap((word) => {
      const what = asked.get(stemOf(word));
      return what === undefined ? [] : [{ at: match.index, what }];
    }),
  );
  const named = names.flatMap((name) => (text.includes(name) ? [{ at: text.indexOf(name), what: name }] : []));
  return [...named, ...words];
}

function atWordStart(text: string, start: number): number {
  if (start === 0) return 0;
  const space = text.indexOf(' ', start);
  return space === -1 ? start : space + 1;
}
