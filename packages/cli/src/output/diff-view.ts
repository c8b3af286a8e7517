import { counted } from '@planwright/core';
import { style } from './style.js';

/** How many lines of one file came and went. */
export type FileStat = { readonly path: string; readonly added: number; readonly removed: number };

type Line = { readonly kind: 'file' | 'about' | 'hunk' | 'added' | 'removed' | 'same'; readonly text: string };

/** A unified diff as a terminal shows it. */
export function diffView(diff: string): string {
  return linesOf(diff).map(coloured).join('\n');
}

function coloured({ kind, text }: Line): string {
  switch (kind) {
    case 'file':
      return style('bold', text);
    case 'hunk':
      return style('cyan', text);
    case 'added':
      return style('green', text);
    case 'removed':
      return style('red', text);
    case 'about':
    case 'same':
      return text;
  }
}

/** The files of a unified diff, in its order. */
export function diffStats(diff: string): readonly FileStat[] {
  // Where copies of files are compared without git, nothing stands before the names of the two sides.
  const first = diff.startsWith('diff --git') ? /^diff --git "?a\/.+ "?b\/(.+?)"?$/ : /^--- a\/(.+?)\t?$/;
  const stats: { path: string; added: number; removed: number }[] = [];
  for (const { kind, text } of linesOf(diff)) {
    const path = kind === 'file' ? first.exec(text)?.[1] : undefined;
    if (path !== undefined) stats.push({ path, added: 0, removed: 0 });
    const stat = stats.at(-1);
    if (stat !== undefined && kind === 'added') stat.added += 1;
    if (stat !== undefined && kind === 'removed') stat.removed += 1;
  }
  return stats;
}

/** The files with their numbers of lines, and those named that the step does not name itself. */
export function statView(stats: readonly FileStat[], outside: readonly string[]): string {
  const width = Math.max(0, ...stats.map(({ path }) => path.length));
  const lines = stats.map(({ path, added, removed }) => {
    const beyond = outside.includes(path) ? style('yellow', '  not among the files of its step') : '';
    return `${path.padEnd(width)}  ${style('green', `+${added}`)} ${style('red', `-${removed}`)}${beyond}`;
  });
  return [...lines, style('dim', `${counted(stats.length, 'file')} changed`)].join('\n');
}

/** Inside a hunk its numbers say what a line is: a removed `-- x` looks like a header. */
function linesOf(diff: string): readonly Line[] {
  const left = { before: 0, after: 0 };
  return diff
    .replace(/\n$/, '')
    .split('\n')
    .map((text): Line => {
      if (left.before > 0 || left.after > 0) return { kind: lineOfHunk(text, left), text };
      const hunk = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(text);
      if (hunk === null) return { kind: /^(?:diff --git|---|\+\+\+) /.test(text) ? 'file' : 'about', text };
      left.before = Number(hunk[1] ?? 1);
      left.after = Number(hunk[2] ?? 1);
      return { kind: 'hunk', text };
    });
}

function lineOfHunk(text: string, left: { before: number; after: number }): Line['kind'] {
  const sign = text[0];
  if (sign === '\\') return 'about';
  if (sign !== '+') left.before -= 1;
  if (sign !== '-') left.after -= 1;
  return sign === '+' ? 'added' : sign === '-' ? 'removed' : 'same';
}
