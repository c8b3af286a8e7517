import { createRequire } from 'node:module';
import type { Parser } from 'web-tree-sitter';

/** Gives the parser for a grammar; undefined where the parser or the grammar is not installed. */
export type LoadParser = (grammar: string) => Promise<Parser | undefined>;

/** Parsers, each loaded when first asked for: a project in one language pays for one. */
export function createParserLoader(): LoadParser {
  const parsers = new Map<string, Promise<Parser | undefined>>();
  return (grammar) => {
    // Both packages are optional; without them files are outlined by the look of their lines.
    const known = parsers.get(grammar) ?? loadGrammar(grammar).catch(() => undefined);
    parsers.set(grammar, known);
    return known;
  };
}

// Loaded once for the process: it takes some 20 ms and is the same for every grammar.
let library: ReturnType<typeof loadLibrary> | undefined;

/** A new parser for a grammar. Rejects when its packages are not installed. */
export async function loadGrammar(grammar: string): Promise<Parser> {
  const { TreeParser, Language } = await (library ??= loadLibrary());
  const parser = new TreeParser();
  parser.setLanguage(await Language.load(fileOf(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${grammar}.wasm`)));
  return parser;
}

async function loadLibrary() {
  const { Parser: TreeParser, Language } = await import('web-tree-sitter');
  // Named outright, because in a bundle the library does not stand beside its own file.
  await TreeParser.init({ locateFile: () => fileOf('web-tree-sitter/web-tree-sitter.wasm') });
  return { TreeParser, Language };
}

function fileOf(specifier: string): string {
  return createRequire(import.meta.url).resolve(specifier);
}
