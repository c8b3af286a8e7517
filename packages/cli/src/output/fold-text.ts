import { withoutStyles } from './style.js';
import { textWidth } from './text-width.js';

/** Breaks lines that are wider than a terminal between words; what follows stands below the last column of its line. */
export function foldText(text: string, columns: number): string {
  return text
    .split('\n')
    .map((line) => foldLine(line, columns))
    .join('\n');
}

function foldLine(line: string, columns: number): string {
  if (textWidth(line) <= columns) return line;
  const indent = ' '.repeat(lastColumn(line, columns));
  let folded = '';
  let width = 0;
  for (const word of line.match(/ *[^ ]+/g) ?? []) {
    const isOver = width > indent.length && width + textWidth(word) > columns;
    const next = isOver ? `${indent}${word.trimStart()}` : word;
    folded += isOver ? `\n${next}` : next;
    width = isOver ? textWidth(next) : width + textWidth(next);
  }
  return folded;
}

/** Where a line's last column begins: behind its mark, or the last gap of two blanks or more. */
function lastColumn(line: string, columns: number): number {
  const plain = withoutStyles(line);
  const mark = /^ *(?:[✓!○●] )?/.exec(plain)?.[0].length ?? 0;
  const gaps = Array.from(plain.matchAll(/ {2,}/g), ({ index, 0: gap }) => index + gap.length);
  // A column that leaves no room to write in is none.
  return Math.max(mark, ...gaps.filter((gap) => gap <= columns / 2));
}
