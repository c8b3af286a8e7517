import { textWidth } from '../output/text-width.js';
import type { Screen } from './card-view.js';
import { plainText } from '../output/plain-text.js';

const csi = '\u001b[';
/** Terminals that know these show everything in between at once; the others pass over them. */
const together = (text: string): string => `${csi}?2026h${text}${csi}?2026l`;

export const hideCursor = `${csi}?25l`;
export const showCursor = `${csi}?25h`;

/**
 * What turns one frame on the screen into the next; lines that stay are not written again. The cursor stands below the frame
 * before and after. Lines are narrower than the screen, and the frame is lower than it.
 */
export function frameUpdate(before: readonly string[], after: readonly string[]): string {
  const first = after.findIndex((line, index) => line !== before[index]);
  if (first === -1 && before.length === after.length) return '';
  const from = first === -1 ? after.length : first;
  const lines = after.slice(from).map((line, index) => (line === before[from + index] ? '\n' : `${line}${csi}K\n`));
  const rest = before.length > after.length ? `${csi}J` : '';
  return together(`${up(before.length - from)}${lines.join('')}${rest}`);
}

/** Takes a frame away after the terminal changed its size: most of them have then broken lines that became too long. */
export function frameRemoval(frame: readonly string[], { columns, rows }: Screen): string {
  if (frame.length === 0) return '';
  const broken = frame.map((line) => Math.max(1, Math.ceil(textWidth(plainText(line)) / columns)));
  const height = broken.reduce((sum, lines) => sum + lines, 0);
  // Line by line: some terminals keep what is cleared at once from the top as history.
  return together(`${`${csi}A${csi}2K`.repeat(Math.min(height, rows - 1))}\r`);
}

function up(lines: number): string {
  return lines > 0 ? `${csi}${lines}A\r` : '\r';
}
