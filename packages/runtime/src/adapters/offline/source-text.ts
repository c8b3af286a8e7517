import { stemOf, wordsIn } from './words.js';

/** A file taken apart once, for everything that looks at it closely. */
export type SourceText = {
  readonly path: string;
  readonly lines: readonly string[];
  /** The stems of each line's words. */
  readonly stems: readonly (readonly string[])[];
};

/** Longer lines are data; their words would drown everything else. */
const longestLine = 2000;

export function linesOf(text: string): readonly string[] {
  return text.split(/\r\n|\n|\r/);
}

/** Makes texts of one search: the same few thousand words come up again and again, so their stems are remembered. */
export function createTextReader(): (path: string, text: string) => SourceText {
  const known = new Map<string, string>();
  const stem = (word: string): string => {
    let found = known.get(word);
    if (found === undefined) known.set(word, (found = stemOf(word)));
    return found;
  };
  return (path, text) => {
    const lines = linesOf(text);
    return { path, lines, stems: lines.map((line) => (line.length > longestLine ? [] : wordsIn(line).map(stem))) };
  };
}
