import { foldText } from './words.js';

/** How often each stem begins a word of a text; capped, since more says no more. */
export type StemCounts = readonly number[];

const most = 20;

/** A quick first look at a whole file, to find out which files deserve a close one. */
export function countStems(text: string, stems: readonly string[]): StemCounts {
  const folded = foldText(text);
  // Folding a letter with an accent may change the length; then a place in one text is none in the other.
  const original = folded.length === text.length ? text : folded;
  return stems.map((stem) => countStem(folded, original, stem));
}

function countStem(folded: string, original: string, stem: string): number {
  let count = 0;
  for (let at = folded.indexOf(stem); at !== -1 && count < most; at = folded.indexOf(stem, at + stem.length))
    if (beginsWord(original, at)) count += 1;
  return count;
}

/** `Store` in `EventStore` begins a word, `tore` in it does not. */
function beginsWord(text: string, at: number): boolean {
  return at === 0 || !isLetter(text.charCodeAt(at - 1)) || isUpper(text.charCodeAt(at));
}

function isUpper(code: number): boolean {
  return code >= 65 && code <= 90;
}

function isLetter(code: number): boolean {
  return isUpper(code) || (code >= 97 && code <= 122) || code > 127;
}

const nameCharacter = /[\w$]/;

/** Where a name stands in a text as a whole, not as a piece of a longer name. */
export function placesOf(name: string, text: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + name.length)) {
    const startsWhole = !nameCharacter.test(name.charAt(0)) || !nameCharacter.test(text.charAt(at - 1));
    const endsWhole =
      !nameCharacter.test(name.charAt(name.length - 1)) || !nameCharacter.test(text.charAt(at + name.length));
    if (startsWhole && endsWhole) places.push(at);
  }
  return places;
}
