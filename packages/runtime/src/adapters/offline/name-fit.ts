import { hintWeight } from './concept.js';
import type { Inquiry } from './inquiry.js';
import type { Passage } from './passages.js';
import { isStopWord } from './stop-words.js';
import { stemOf, wordsIn } from './words.js';

/**
 * How well a passage's name fits what was asked, as a factor from 1. `stepClass` is made of nothing but the words of "the
 * class of a step"; `builtInAgents` ends in the plural that "which agents are there" asks for.
 */
export function nameFit(
  { name, isOpening }: Pick<Passage, 'name' | 'isOpening'>,
  inquiry: Pick<Inquiry, 'concepts'>,
): number {
  const words = wordsIn(name).filter((word) => !isStopWord(word, false));
  const last = words.at(-1);
  if (last === undefined || !isOpening) return 1;
  const asked = new Set(
    inquiry.concepts.flatMap(({ forms }) => forms.filter(({ weight }) => weight > hintWeight).map(({ stem }) => stem)),
  );
  const share = words.filter((word) => asked.has(stemOf(word))).length / words.length;
  const whole = 1 + (words.length > 1 ? 1.2 : 0.4) * share ** 2;
  return whole * (asksForMany(last, inquiry) ? 1.4 : 1);
}

function asksForMany(last: string, { concepts }: Pick<Inquiry, 'concepts'>): boolean {
  if (!isPlural(last)) return false;
  const stem = stemOf(last);
  return concepts.some(
    ({ word, forms }) => isPlural(word) && forms.some((form) => form.weight > hintWeight && form.stem === stem),
  );
}

function isPlural(word: string): boolean {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss');
}
