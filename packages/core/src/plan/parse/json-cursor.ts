/** Why reading stopped, where, and what should have stood there. */
export type Failure = {
  readonly reason: 'invalid' | 'truncated' | 'too-deep';
  readonly at: number;
  readonly expected: string;
};

/** A place in a text that is being read. */
export type JsonCursor = {
  readonly text: string;
  at: number;
  failure: Failure | undefined;
  /** What was not strict JSON, in words. */
  readonly oddities: Set<string>;
};

export function createCursor(text: string, at: number): JsonCursor {
  return { text, at, failure: undefined, oddities: new Set() };
}

/** Records the first failure; always false, so that a reader can return it. */
export function fail(cursor: JsonCursor, reason: Failure['reason'], expected: string): false {
  cursor.failure ??= { reason, at: cursor.at, expected };
  return false;
}

/** A code fence between two tokens is the end too: a model forgot a bracket, not the fence. */
export function atEnd({ text, at }: JsonCursor): boolean {
  return at >= text.length || text.startsWith('```', at);
}

const space = /[\s\uFEFF]*/y;

/** Moves behind white space and comments. */
export function skipSpace(cursor: JsonCursor): void {
  for (;;) {
    space.lastIndex = cursor.at;
    cursor.at += space.exec(cursor.text)?.[0].length ?? 0;
    const end = commentEnd(cursor);
    if (end === undefined) return;
    cursor.oddities.add('a comment');
    cursor.at = end;
  }
}

function commentEnd({ text, at }: JsonCursor): number | undefined {
  if (text.startsWith('//', at) || text.startsWith('#', at)) return endOf(text, '\n', at);
  if (text.startsWith('/*', at)) return endOf(text, '*/', at + 2);
  return undefined;
}

function endOf(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found === -1 ? text.length : found + mark.length;
}
