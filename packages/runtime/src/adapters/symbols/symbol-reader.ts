import type { FileSymbols, SymbolDepth } from './code-symbol.js';
import { languageRulesFor } from './languages.js';
import { createParserLoader } from './load-parser.js';
import { symbolsIn } from './symbols-in.js';

/**
 * Reads the symbols of a text by the grammar of its language. Undefined where there is none, and for texts so long that they
 * were hardly written by hand. What is malformed gives what can be made out of it.
 */
export type SymbolReader = (path: string, text: string, depth: SymbolDepth) => Promise<FileSymbols | undefined>;

const longestText = 400_000;

export function createSymbolReader(): SymbolReader {
  const loadParser = createParserLoader();
  return async (path, text, depth) => {
    const rules = languageRulesFor(path);
    if (!rules || text.length > longestText) return undefined;
    const parser = await loadParser(rules.grammar);
    const tree = parser?.parse(text);
    if (!tree) return undefined;
    const cursor = tree.walk();
    try {
      return symbolsIn(cursor, text, rules, depth);
    } finally {
      cursor.delete();
      tree.delete();
    }
  };
}
