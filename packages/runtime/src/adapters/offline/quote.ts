/** How a finding is written: where it stands and the line itself, so that anybody can check it. */

const longestQuote = 180;

/** `path:line: the line`, cut by `cut` where it is long. */
export function quoteLine(path: string, line: number, lines: readonly string[], cut: Cut = shortened): string {
  return `${path}:${line}: ${cut((lines[line - 1] ?? '').trim())}`;
}

export type Cut = (text: string) => string;

/** A numbered stretch of a file, with its long lines cut. */
export function quoteLines(
  lines: readonly string[],
  start: number,
  end: number,
  cut: Cut = shortened,
): readonly string[] {
  const width = String(end).length;
  return lines
    .slice(start - 1, end)
    .map((text, place) => `  ${String(start + place).padStart(width)} | ${cut(text.trimEnd())}`);
}

export function shortened(text: string, longest: number = longestQuote): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}

/** A line of a comment without the marks of the comment. */
export function withoutCommentMarks(line: string): string {
  return line
    .trim()
    .replace(/^(?:\/\*+|\*+(?!\/)|\/\/+|#+|--|"""|''')\s?/, '')
    .replace(/\s*(?:\*+\/|"""|''')$/, '')
    .trim();
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
}
