import type { Receipt } from '@planwright/core';
import { plainLine } from './plain-text.js';
import { style } from './style.js';

/** What each planning phase did, what it was refused, and whether anything changed. */
export function receiptsView(receipts: readonly Receipt[]): string {
  if (receipts.length === 0) return 'no receipt: the plan was given, or made by code that can only read';
  return receipts.map(receiptView).join('\n\n');
}

function receiptView({ phase, agent, before, after, changes, calls, refused }: Receipt): string {
  const made = calls.map(({ tool, count }) => `${tool} ${count}`).join(', ');
  return [
    style('bold', `Receipt of ${phase} (${agent})`),
    `  workspace  ${before.slice(0, 12)} before, ${after.slice(0, 12)} after: ${changes.length === 0 ? style('green', 'nothing changed') : style('red', 'changed')}`,
    ...changes.map(({ path, change }) => `    ${change}  ${plainLine(path)}`),
    `  calls      ${made === '' ? 'none' : made}`,
    `  refused    ${refused.length === 0 ? 'none' : String(refused.length)}`,
    ...refused.map(({ tool, args, reason }) => `    ${tool} ${plainLine(args)}: ${plainLine(reason)}`),
  ].join('\n');
}
