import { cutText } from '../shared/cut-text.js';

/** A number of things, in words. */
export function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`;
}

/** The first line, cut where it is long. */
export function oneLine(text: string): string {
  return cutText(text.trim().split('\n', 1)[0] ?? '', 120);
}
