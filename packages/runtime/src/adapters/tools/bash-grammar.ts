import type { Node, Parser } from 'web-tree-sitter';
import { loadGrammar } from '../symbols/load-parser.js';

/** A piece of a command line: taken out of the parser's memory once, since every look into it costs. */
export type Piece = {
  readonly type: string;
  readonly isNamed: boolean;
  readonly text: string;
  readonly children: readonly Piece[];
};

/** A command line in its pieces; undefined when bash would not take it. */
export type BashGrammar = (text: string) => Piece | undefined;

// Loaded once for the process: it takes 20 ms and is the same for everybody.
let loading: Promise<BashGrammar> | undefined;

/** The grammar of bash, loaded when it is first asked for. Rejects when its packages are not installed. */
export function bashGrammar(): Promise<BashGrammar> {
  loading ??= loadGrammar('bash').then((parser) => (text) => read(parser, text));
  return loading;
}

function read(parser: Parser, text: string): Piece | undefined {
  const tree = parser.parse(text);
  try {
    return tree === null || tree.rootNode.hasError ? undefined : pieceOf(tree.rootNode, text);
  } finally {
    tree?.delete();
  }
}

function pieceOf({ type, isNamed, startIndex, endIndex, children }: Node, source: string): Piece {
  return {
    ...{ type, isNamed, text: source.slice(startIndex, endIndex) },
    children: children.map((child) => pieceOf(child, source)),
  };
}
