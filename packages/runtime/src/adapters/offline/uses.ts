import { stated } from '@planwright/core';
import type { CodeSymbol, Reference } from '../symbols/code-symbol.js';
import { fileKind } from './file-kind.js';
import { shortened } from './quote.js';
import { placesOf } from './scan-text.js';
import type { SourceText } from './source-text.js';

/** How a line has to do with a name. In the order in which they tell most about its use. */
export const useKinds = [
  'call',
  'use',
  'import',
  'test call',
  'test',
  'test import',
  'comment',
  'document',
  'definition',
] as const;
export type UseKind = (typeof useKinds)[number];

export type Use = {
  readonly path: string;
  readonly line: number;
  readonly kind: UseKind;
  /** What it stands in: `createCache.drop`, `test "keeps the last"`. */
  readonly within?: string;
};

export type UsesOfName = { readonly name: string; readonly uses: readonly Use[] };

/** Every line of a file that holds the name, and what it does there. Where a parser read the file, only code counts. */
export function usesIn(text: SourceText, name: string): readonly Use[] {
  const { code } = text;
  if (code?.references === undefined || !/^[\w$]+$/.test(name)) return usesByLook(text, name);
  return usesInCode(text.path, name, code.symbols, code.references);
}

function usesInCode(
  path: string,
  name: string,
  symbols: readonly CodeSymbol[],
  references: readonly Reference[],
): readonly Use[] {
  const isTest = fileKind(path) === 'test';
  const definitions = symbols
    .filter((symbol) => symbol.name === name && symbol.kind !== 'test')
    .map(({ line }): Use => ({ path, line, kind: 'definition' }));
  const others = references
    .filter((reference) => reference.name === name)
    .map(({ line, role, within }): Use => {
      const title = within === undefined ? undefined : titleOfSymbol(symbols, within);
      return { path, line, kind: isTest ? kindInTest(role) : role, ...stated({ within: title }) };
    });
  const lines = new Set<number>();
  return [...definitions, ...others].filter(({ line }) => !lines.has(line) && lines.add(line));
}

function kindInTest(role: Reference['role']): UseKind {
  if (role === 'use') return 'test';
  return role === 'call' ? 'test call' : 'test import';
}

/** A symbol by its way from the outside: `Cart.total`, `createCache.drop`; a test by its title alone. */
export function titleOfSymbol(symbols: readonly CodeSymbol[], place: number): string {
  const names: string[] = [];
  for (let symbol = symbols[place]; symbol; symbol = symbol.parent === undefined ? undefined : symbols[symbol.parent]) {
    if (symbol.kind === 'test') return names.length > 0 ? names.join('.') : `test "${shortened(symbol.name, 80)}"`;
    names.unshift(symbol.name);
  }
  return names.join('.');
}

const importLine =
  /^\s*(?:import\b|export\s+(?:type\s+)?[{*]|from\s+\S+\s+import\b|use\s+[\w:]+|#\s*include\b|require\b|.*\brequire\()/;
const continuedImport = /^\s*(?:type\s+)?[\w$]+(?:\s+as\s+[\w$]+)?,?\s*$/;
const commentLine = /^\s*(?:\/\/|\/\*|\*|#(?!\s*include)|--|"""|''')/;

function usesByLook({ path, lines, outline }: SourceText, name: string): readonly Use[] {
  const definitions = new Set(outline.flatMap((entry) => (entry.name === name ? [entry.line] : [])));
  const kind = fileKind(path);
  return lines.flatMap((text, index): readonly Use[] => {
    if (placesOf(name, text).length === 0) return [];
    const line = index + 1;
    if (definitions.has(line)) return [{ path, line, kind: 'definition' }];
    if (kind === 'document') return [{ path, line, kind: 'document' }];
    if (commentLine.test(text) || placesOf(name, withoutTrailingComment(text)).length === 0)
      return [{ path, line, kind: 'comment' }];
    const isImport = importLine.test(text) || isContinuedImport(lines, index);
    if (kind === 'test') return [{ path, line, kind: isImport ? 'test import' : 'test' }];
    return [{ path, line, kind: isImport ? 'import' : 'use' }];
  });
}

function withoutTrailingComment(text: string): string {
  const at = text.indexOf(' // ');
  return at === -1 ? text : text.slice(0, at);
}

/** A name on a line of its own within `import { … }`. */
function isContinuedImport(lines: readonly string[], index: number): boolean {
  if (!continuedImport.test(lines[index] ?? '')) return false;
  for (let above = index - 1; above >= 0 && above > index - 60; above -= 1) {
    const text = lines[above] ?? '';
    if (importLine.test(text)) return true;
    if (!continuedImport.test(text)) return false;
  }
  return false;
}
