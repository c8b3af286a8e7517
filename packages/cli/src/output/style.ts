/**
 * Styles are marks in the text until it is written: Unicode noncharacters, which are reserved for a program's inner use.
 * The writer can so clean everything it is given and put colours in afterwards; nothing that comes from outside can bring
 * an escape sequence of its own.
 */
const codes = { bold: 1, dim: 2, underline: 4, red: 31, green: 32, yellow: 33, cyan: 36 } as const;

export type Style = keyof typeof codes;

const firstMark = 0xfdd0;
const names = Object.keys(codes) as readonly Style[];
const endMark = String.fromCharCode(firstMark + names.length);
const marks = new RegExp(`[\\u${firstMark.toString(16)}-\\u${(firstMark + names.length).toString(16)}]`, 'g');

export function style(name: Style, text: string): string {
  return text === '' ? '' : `${String.fromCharCode(firstMark + names.indexOf(name))}${text}${endMark}`;
}

/** Turns marks into colours for a terminal that shows them, into nothing for everybody else. */
export function renderStyles(text: string, colour: boolean): string {
  if (!colour) return text.replace(marks, '');
  return text.replace(marks, (mark) => {
    const name = names[mark.charCodeAt(0) - firstMark];
    return `\u001b[${name === undefined ? 0 : codes[name]}m`;
  });
}

export function withoutStyles(text: string): string {
  return text.replace(marks, '');
}

/** https://no-color.org and its counterpart; the terminal decides when neither is set. */
export function wantsColour(env: Readonly<Record<string, string | undefined>>, isTerminal: boolean): boolean {
  if ((env['NO_COLOR'] ?? '') !== '') return false;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return isTerminal && env['TERM'] !== 'dumb';
}
