import type { Applied } from './apply-diff.js';
import { nearestLines } from './nearest-lines.js';

export type Edit = { readonly find: string; readonly replace: string };

/** A text with every edit made, one after another. What is to be found must be there exactly once. */
export function applyEdits(path: string, text: string, edits: readonly Edit[]): Applied {
  let changed = text;
  for (const [place, edit] of edits.entries()) {
    const { find, replace } = withLineEndsOf(text, edit);
    const count = changed.split(find).length - 1;
    if (count !== 1) return { ok: false, problem: `edit ${place + 1} of ${path}: ${whyNot(changed, find, count)}` };
    // A function, since in a text `$&` and the like would have a meaning.
    changed = changed.replace(find, () => replace);
  }
  return { ok: true, text: changed };
}

function whyNot(text: string, find: string, count: number): string {
  if (count === 0) return `what is to be found is not there. ${nearestLines(text, find.split(/\r?\n/))}`;
  return `what is to be found is there ${count} times; take in more of the lines around it`;
}

/** Models write `\n`; a file with `\r\n` throughout keeps its own. */
function withLineEndsOf(text: string, { find, replace }: Edit): Edit {
  const hasOwn = text.includes('\r\n') && !/(?<!\r)\n/.test(text);
  const convert = (part: string): string => (hasOwn ? part.replace(/\r?\n/g, '\r\n') : part);
  return { find: convert(find), replace: convert(replace) };
}
