import { cutText } from '../shared/cut-text.js';

/** The first line, cut where it is long. */
export function oneLine(text: string): string {
  return cutText(text.trim().split('\n', 1)[0] ?? '', 120);
}
