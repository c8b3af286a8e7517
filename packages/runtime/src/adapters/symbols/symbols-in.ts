import type { Node, TreeCursor } from 'web-tree-sitter';
import type { CodeSymbol, FileSymbols, Reference, SymbolDepth } from './code-symbol.js';
import type { Declared, LanguageRules } from './language-rules.js';

/** What the walk knows of each node on the way from the root to where it is. */
type Frame = {
  readonly type: string;
  readonly isCallee: boolean;
  readonly isImport: boolean;
  /** The innermost symbol around the node's children. */
  readonly symbol: number | undefined;
};

/** What can be named from outside although it stands inside something. */
const openKinds = new Set(
  'class interface type enum namespace module mod trait impl struct record test variable'.split(' '),
);

/** The symbols and references of a parsed file, in the order they stand. Walks without recursion: code may nest deeply. */
export function symbolsIn(cursor: TreeCursor, text: string, rules: LanguageRules, depth: SymbolDepth): FileSymbols {
  const symbols: CodeSymbol[] = [];
  const references: Reference[] = [];
  /** Where the names stand that declare something: they refer to nothing. */
  const declaring = new Set<number>();

  const enter = (parent: Frame | undefined): Frame => {
    const type = cursor.nodeType;
    const isCallee = parent !== undefined && isCalled(cursor, parent, rules);
    const isImport = parent?.isImport === true || rules.imports.has(type);
    if (rules.names.has(type)) refer(parent, isCallee, isImport);
    const declared = Object.hasOwn(rules.declarations, type) ? declare(cursor.currentNode, parent?.symbol) : undefined;
    return { type, isCallee, isImport, symbol: declared ?? parent?.symbol };
  };

  const refer = (parent: Frame | undefined, isCallee: boolean, isImport: boolean): void => {
    const start = cursor.startIndex;
    if (declaring.has(start)) return;
    references.push({
      name: text.slice(start, cursor.endIndex),
      line: cursor.startPosition.row + 1,
      role: isImport ? 'import' : isCallee ? 'call' : 'use',
      ...(parent?.symbol === undefined ? {} : { within: parent.symbol }),
    });
  };

  const declare = (node: Node, parent: number | undefined): number | undefined => {
    const declared = declaredBy(node, rules);
    if (!declared) return undefined;
    const name = typeof declared.name === 'string' ? declared.name : declared.name.text;
    if (name === '') return undefined;
    if (typeof declared.name !== 'string') declaring.add(declared.name.startIndex);
    const around = parent === undefined ? undefined : symbols[parent];
    const isLocal = around !== undefined && (around.isLocal || !openKinds.has(around.kind));
    const signature = signatureOf(node, text);
    symbols.push({
      name,
      kind: kindWithin(declared.kind, around),
      line: (typeof declared.name === 'string' ? node : declared.name).startPosition.row + 1,
      endLine: lastLineOf(node),
      exported: !isLocal && !hidden.test(signature) && (around?.exported ?? rules.isExported(node, name)),
      signature,
      isLocal,
      ...(parent === undefined ? {} : { parent }),
    });
    return symbols.length - 1;
  };

  const isOpen = ({ symbol }: Frame): boolean => openKinds.has(symbols[symbol ?? -1]?.kind ?? 'class');
  walk(cursor, enter, depth === 'references' ? () => true : isOpen);
  return {
    symbols: withListedExports(symbols, references),
    references: depth === 'references' ? references : undefined,
  };
}

/** `export { a, b }` at the end of a file reads like an import of what the file itself declares. */
function withListedExports(symbols: readonly CodeSymbol[], references: readonly Reference[]): readonly CodeSymbol[] {
  const listed = new Set(references.flatMap(({ name, role }) => (role === 'import' ? [name] : [])));
  return symbols.map((symbol) =>
    symbol.parent === undefined && symbol.kind !== 'test' && listed.has(symbol.name)
      ? { ...symbol, exported: true }
      : symbol,
  );
}

function walk(
  cursor: TreeCursor,
  enter: (parent: Frame | undefined) => Frame,
  goesInside: (frame: Frame) => boolean,
): void {
  const frames: Frame[] = [];
  for (;;) {
    const frame = enter(frames.at(-1));
    if (goesInside(frame) && cursor.gotoFirstChild()) {
      frames.push(frame);
      continue;
    }
    while (!cursor.gotoNextSibling()) {
      if (!cursor.gotoParent()) return;
      frames.pop();
    }
  }
}

/** Whether the node at hand is what its parent calls: `f` in `f()`, `g` in `x.g()`. */
function isCalled(cursor: TreeCursor, parent: Frame, { calls, members }: LanguageRules): boolean {
  const field = calls[parent.type] ?? (parent.isCallee ? members[parent.type] : undefined);
  return field !== undefined && cursor.currentFieldName === field;
}

function declaredBy(node: Node, { declarations }: LanguageRules): Declared | undefined {
  const rule = declarations[node.type];
  if (typeof rule === 'function') return rule(node);
  const name = node.childForFieldName('name');
  return rule !== undefined && name ? { kind: rule, name } : undefined;
}

/** A function of a class is a method, whatever the language's word for both. */
function kindWithin(kind: string, around: CodeSymbol | undefined): string {
  return kind === 'function' && around?.kind === 'class' ? 'method' : kind;
}

/** A node may take in the line break after it, and so end before the first letter of the next line. */
function lastLineOf({ startPosition, endPosition }: Node): number {
  const endsBefore = endPosition.column === 0 && endPosition.row > startPosition.row;
  return endPosition.row + (endsBefore ? 0 : 1);
}

const hidden = /^(?:private\b|protected\b|#\w+\s*[(=;])/;
const longestSignature = 200;

/** From the start of its line, so that `export const` and `public static` are seen, up to the body. */
function signatureOf(node: Node, text: string): string {
  const body = node.childForFieldName('body') ?? node.childForFieldName('value')?.childForFieldName('body');
  const start = text.lastIndexOf('\n', node.startIndex - 1) + 1;
  const endOfLine = text.indexOf('\n', node.startIndex);
  const end = body?.startIndex ?? (endOfLine === -1 ? text.length : endOfLine);
  const line = text
    .slice(start, Math.min(end, start + 4 * longestSignature))
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > longestSignature ? `${line.slice(0, longestSignature - 1)}…` : line;
}
