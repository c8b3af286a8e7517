import { endingsOf, placeWords } from './place-words.js';

/** What was said by others, and where. */
export type OutsideText = {
  /** `echo`: words that whoever asked had said before. */
  readonly add: (text: string, source: string, echo?: ReadonlySet<string>) => void;
  /** Where all of these words stand; undefined for nowhere. */
  readonly sourceOf: (words: readonly string[]) => string | undefined;
};

/** Shorter ones stand everywhere and suggest nothing. */
const shortestWord = 3;

export function createOutsideText(): OutsideText {
  const sourcesOf = new Map<string, string[]>();
  return {
    add: (text, source, echo = new Set()) => {
      for (const part of new Set(readingsOf(text).flatMap(placeWords).flatMap(partsOf))) {
        if (part.length < shortestWord || echo.has(part)) continue;
        const sources = sourcesOf.get(part);
        if (sources === undefined) sourcesOf.set(part, [source]);
        else if (sources.at(-1) !== source) sources.push(source);
      }
    },
    sourceOf: (words) => {
      const [first, ...others] = words.filter(({ length }) => length >= shortestWord);
      if (first === undefined) return undefined;
      return sourcesOf.get(first)?.find((source) => others.every((word) => sourcesOf.get(word)?.includes(source)));
    },
  };
}

/** A backslash parts folders, unless it stands for a line break in a text that will be decoded. */
function readingsOf(text: string): readonly string[] {
  return /\\[nrt]/.test(text) ? [text, text.replace(/\\[nrt]/g, ' ')] : [text];
}

/** Everything that a longer path may be called by: its ends, and the folder or host it begins with. */
function partsOf(word: string): readonly string[] {
  return word.includes('/') ? [word, ...endingsOf(word), word.slice(0, word.indexOf('/'))] : [word];
}
