import { type JsonCursor, fail } from './json-cursor.js';

/** Opening quotes that models write, and what closes them. */
const closers: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['`', '`'],
  ['“', '”'],
]);

const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['b', '\b'],
  ['f', '\f'],
  ['/', '/'],
  ['\\', '\\'],
  ['"', '"'],
]);

/** The quote that would close a string beginning here, or undefined where none begins. */
export function quoteAt({ text, at }: JsonCursor): string | undefined {
  // Three backticks are a code fence.
  return text.startsWith('```', at) ? undefined : closers.get(text.charAt(at));
}

/** Reads a string with its quotes; undefined, with the failure recorded, when it has no end or two possible ones. */
export function readString(cursor: JsonCursor, role: 'key' | 'value'): string | undefined {
  const closer = quoteAt(cursor) ?? '"';
  if (closer !== '"') cursor.oddities.add('quotes other than "');
  cursor.at += 1;
  const parts: string[] = [];
  let firstInner: number | undefined;
  while (cursor.at < cursor.text.length) {
    parts.push(readPlain(cursor, closer));
    const char = cursor.text.charAt(cursor.at);
    if (char === '\\') {
      parts.push(readEscape(cursor, closer));
    } else if (char === closer) {
      const ending = endingAt(cursor, role);
      if (ending === 'ambiguous') {
        cursor.at = firstInner ?? cursor.at;
        fail(cursor, 'invalid', 'a comma or bracket behind the quote, or a backslash before it');
        return undefined;
      }
      firstInner ??= cursor.at;
      cursor.at += 1;
      if (ending === 'end') return parts.join('');
      cursor.oddities.add('an unescaped quote in a text');
      parts.push(char);
    }
  }
  fail(cursor, 'truncated', 'the end of a text');
  return undefined;
}

/** Everything up to the next quote or backslash. */
function readPlain(cursor: JsonCursor, closer: string): string {
  const start = cursor.at;
  for (; cursor.at < cursor.text.length; cursor.at += 1) {
    const char = cursor.text.charAt(cursor.at);
    if (char === closer || char === '\\') break;
    if (char < ' ') cursor.oddities.add('a line break or control character in a text');
  }
  return cursor.text.slice(start, cursor.at);
}

function readEscape(cursor: JsonCursor, closer: string): string {
  const char = cursor.text.charAt(cursor.at + 1);
  const hex = /^[0-9a-fA-F]{4}/.exec(char === 'u' ? cursor.text.slice(cursor.at + 2, cursor.at + 6) : '')?.[0];
  cursor.at += hex === undefined ? 2 : 6;
  if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
  const known = escapes.get(char);
  if (known !== undefined) return known;
  cursor.oddities.add('a backslash that escapes nothing');
  // `\'` is how the quote is written in a single-quoted text; `\d` most likely is a pattern and means both characters.
  return char === closer || char === "'" ? char : `\\${char}`;
}

/** What may stand behind a value: the next item, a closing bracket, a comment, a fence, the end; and the doubtful colon. */
const following = /\s*([,}\]:]|\/\/|\/\*|```|$)/y;

/**
 * Whether the quote here ends its text. Behind a value only a comma or a closing bracket can follow; anything else means
 * that the quote belongs to the text. A colon could follow either a quote in the text or the next field's name.
 */
function endingAt(cursor: JsonCursor, role: 'key' | 'value'): 'end' | 'inside' | 'ambiguous' {
  if (role === 'key') return 'end';
  following.lastIndex = cursor.at + 1;
  const next = following.exec(cursor.text)?.[1];
  if (next === ':') return 'ambiguous';
  return next === undefined ? 'inside' : 'end';
}
