import { stated } from '@planwright/core';
import type { CodeSymbol } from '../symbols/code-symbol.js';
import { type OutlineRule, outlineRulesFor } from './outline-rules.js';

/** Something a file declares, or a heading that opens a part of it. Lines count from 1. */
export type OutlineEntry = {
  readonly name: string;
  readonly kind: string;
  readonly line: number;
  /** Where the comment above it starts; its own line where there is none. */
  readonly start: number;
  /** The last line that belongs to it and to no later entry. */
  readonly end: number;
  /** What encloses it: a class, an interface. */
  readonly container?: string;
};

type Declaration = { readonly name: string; readonly kind: string; readonly line: number; readonly indent: number };

/** Longer lines are data or minified code; no declaration a person wrote is on them. */
const longestLine = 400;

/** The declarations of a file by the look of its lines: for languages without a grammar, and for prose. */
export function outlineOf(path: string, lines: readonly string[]): readonly OutlineEntry[] {
  const rules = outlineRulesFor(path);
  return rules.length === 0 ? [] : withExtents(declarationsIn(lines, rules), lines);
}

/** The same from what a parser found: what is local to a function belongs to it. */
export function outlineOfSymbols(symbols: readonly CodeSymbol[], lines: readonly string[]): readonly OutlineEntry[] {
  const shown = symbols.filter(({ isLocal }) => !isLocal);
  const starts = shown.map(({ line }) => commentStart(lines, line));
  return shown.map(({ name, kind, line, endLine, parent }, place) => ({
    name,
    kind,
    line,
    start: starts[place] ?? line,
    end: lastLineWithText(lines, line, Math.min(endLine, (starts[place + 1] ?? lines.length + 1) - 1)),
    ...stated({ container: parent === undefined ? undefined : symbols[parent]?.name }),
  }));
}

function declarationsIn(
  lines: readonly string[],
  rules: readonly OutlineRule[],
): readonly (Declaration & { container?: string })[] {
  const found: (Declaration & { container?: string })[] = [];
  const open: Declaration[] = [];
  let inFence = false;
  for (const [index, text] of lines.entries()) {
    if (/^\s*(?:```|~~~)/.test(text)) inFence = !inFence;
    if (inFence || text.length > longestLine || text.trim() === '') continue;
    const indent = text.length - text.trimStart().length;
    while (open.length > 0 && (open.at(-1)?.indent ?? 0) >= indent) open.pop();
    const container = open.at(-1);
    const declared = declarationOn(text, rules, container?.kind);
    if (!declared) continue;
    const declaration = { ...declared, line: index + 1, indent };
    found.push({ ...declaration, ...(container ? { container: container.name } : {}) });
    open.push(declaration);
  }
  return found;
}

function declarationOn(
  text: string,
  rules: readonly OutlineRule[],
  enclosing: string | undefined,
): { readonly name: string; readonly kind: string } | undefined {
  for (const rule of rules) {
    if (rule.inside && !rule.inside.includes(enclosing ?? '')) continue;
    const groups = rule.pattern.exec(text)?.groups;
    if (groups?.['name'] !== undefined)
      return { name: groups['name'].trim(), kind: rule.kind ?? groups['kind'] ?? 'declaration' };
  }
  return undefined;
}

function withExtents(
  found: readonly (Declaration & { container?: string })[],
  lines: readonly string[],
): readonly OutlineEntry[] {
  const starts = found.map(({ line, kind }) =>
    kind === 'heading' || kind === 'key' ? line : commentStart(lines, line),
  );
  return found.map(({ name, kind, line, container }, place) => ({
    name,
    kind,
    line,
    start: starts[place] ?? line,
    end: lastLineWithText(lines, line, (starts[place + 1] ?? lines.length + 1) - 1),
    ...(container === undefined ? {} : { container }),
  }));
}

const commentLine = /^\s*(?:\/\/|\/\*|\*|#(?!include|define|if|endif)|--|@\w|"""|'''|;;)/;

function commentStart(lines: readonly string[], line: number): number {
  let start = line;
  while (start > 1 && commentLine.test(lines[start - 2] ?? '')) start -= 1;
  return start;
}

function lastLineWithText(lines: readonly string[], from: number, to: number): number {
  let end = to;
  while (end > from && (lines[end - 1] ?? '').trim() === '') end -= 1;
  return end;
}
