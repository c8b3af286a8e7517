import type { FileSymbols } from '../symbols/code-symbol.js';
import { type OutlineEntry, outlineOf, outlineOfSymbols } from './outline.js';
import { stemOf, wordsIn } from './words.js';

/** A file taken apart once, for everything that looks at it closely. */
export type SourceText = {
  readonly path: string;
  readonly lines: readonly string[];
  /** The stems of each line's words. */
  readonly stems: readonly (readonly string[])[];
  readonly outline: readonly OutlineEntry[];
  /** What a parser found; undefined for prose, settings and languages without a grammar. */
  readonly code: FileSymbols | undefined;
};

/** Longer lines are data; their words would drown everything else. */
const longestLine = 2000;

export function linesOf(text: string): readonly string[] {
  return text.split(/\r\n|\n|\r/);
}

export type TextReader = (path: string, text: string, code?: FileSymbols) => SourceText;

/** Takes texts apart: the same few thousand words come up again and again, so their stems are remembered. */
export function createTextReader(): TextReader {
  const known = new Map<string, string>();
  const stem = (word: string): string => {
    let found = known.get(word);
    if (found === undefined) known.set(word, (found = stemOf(word)));
    return found;
  };
  return (path, text, code) => {
    const lines = linesOf(text);
    return {
      path,
      lines,
      stems: lines.map((line) => (line.length > longestLine ? [] : wordsIn(line).map(stem))),
      outline: code ? outlineOfSymbols(code.symbols, lines) : outlineOf(path, lines),
      code,
    };
  };
}
