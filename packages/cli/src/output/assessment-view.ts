import type { Assessment } from '@planwright/core';
import { style } from './style.js';

/** The score with its reasons, and what the gate makes of it. */
export function assessmentView(
  { score, level, reasons }: Assessment,
  gate: { readonly plan: boolean; readonly reason: string },
): string {
  return [
    `${style('bold', `Complexity ${score} of 10`)} (${level})`,
    ...reasons.map((reason) => `  ${reason}`),
    `${gate.plan ? 'Planned first' : 'Not planned first'}: ${gate.reason}`,
  ].join('\n');
}
