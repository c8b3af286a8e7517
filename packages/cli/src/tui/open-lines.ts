import type { CardRow, RunState } from '@planwright/core';
import type { Screen } from './card-view.js';
import { plainText } from '../output/plain-text.js';
import { stepText } from './step-text.js';
import { wrapText } from './wrap-lines.js';

/** Breaking lines takes time, and nobody scrolls through more than this. */
const longest = 40_000;
/** The bar at the left, and the spare column at the right. */
const margin = 5;

/** A step's text, broken into lines as wide as the screen. */
export function openLines(state: RunState, row: CardRow, { columns }: Screen): readonly string[] {
  const text = plainText(stepText(state, row)).trimEnd();
  const lines = wrapText(text.slice(0, longest), columns - margin);
  return text.length <= longest
    ? lines
    : [...lines, `(${text.length - longest} characters more: planwright show ${state.id})`];
}
