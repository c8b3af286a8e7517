import type { ConfigPath } from '@planwright/core';
import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';

export type Position = { readonly line: number; readonly column: number };

export type ParsedText =
  | { readonly ok: true; readonly value: unknown; readonly positionOf: (path: ConfigPath) => Position }
  | { readonly ok: false; readonly problems: readonly (Position & { readonly message: string })[] };

const mostProblems = 20;

/**
 * Reads YAML as MassGen does (1.1: an unquoted `yes` is true, `<<` merges), or JSON, which it holds as well. Aliases that
 * multiply beyond measure are a problem, and so is a depth that no person writes.
 */
export function parseConfigText(text: string): ParsedText {
  const lines = new LineCounter();
  const at = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  try {
    const document = parseDocument(text, { lineCounter: lines, version: '1.1', stringKeys: true, prettyErrors: false });
    const broken = [...document.errors, ...document.warnings].slice(0, mostProblems);
    if (broken.length > 0)
      return {
        ok: false,
        problems: broken.map(({ message, pos }) => ({ ...at(pos[0]), message: firstLine(message) })),
      };
    const value: unknown = document.toJS();
    return { ok: true, value, positionOf: (path) => at(offsetOf(document, path)) };
  } catch (error) {
    // What the parser throws instead of reporting: too many aliases, too deep a nesting.
    const message = error instanceof Error ? firstLine(error.message) : String(error);
    return { ok: false, problems: [{ line: 1, column: 1, message }] };
  }
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0] ?? message;
}

/** Of the key that a path ends in, or of the nearest thing above it that stands in the file. */
function offsetOf(document: Document.Parsed, path: ConfigPath): number {
  let node: unknown = document.contents;
  let offset = document.contents?.range[0] ?? 0;
  for (const part of path) {
    if (isAlias(node)) node = node.resolve(document);
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && key.value === part);
      if (pair === undefined) return offset;
      offset = startOf(pair.key) ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(part)];
      offset = startOf(node) ?? offset;
    } else return offset;
  }
  return offset;
}

function startOf(node: unknown): number | undefined {
  return isScalar(node) || isMap(node) || isSeq(node) || isAlias(node) ? node.range?.[0] : undefined;
}
