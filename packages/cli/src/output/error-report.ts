import { type ErrorInfo, errorFacts, PlanwrightError } from '@planwright/core';
import { WrongUse } from '../wrong-use.js';
import type { Output } from './output.js';
import { style } from './style.js';

export type ErrorReport = { readonly json: boolean; readonly stack: boolean };

/** The one way an error is told. Answers with the exit code. */
export function reportError(caught: unknown, out: Output, { json, stack }: ErrorReport): number {
  const thrown = caught instanceof WrongUse ? wrongUse(caught) : caught;
  if (!PlanwrightError.is(thrown)) return reportBug(thrown, out, { json, stack });
  const { exit, hint } = errorFacts(thrown.code);
  if (json) out.json({ error: thrown.info });
  else {
    out.note(`${style('red', 'error:')} ${thrown.message}`);
    out.note(style('dim', `hint: ${hintOf(thrown.info) ?? hint}`));
  }
  if (stack) out.note(thrown.stack ?? '');
  return exit;
}

function wrongUse(cause: WrongUse): PlanwrightError {
  return new PlanwrightError('usage-wrong', cause.message, { details: { hint: cause.hint }, cause });
}

/** Where the error itself knows better than the table what helps. */
function hintOf({ details }: ErrorInfo): string | undefined {
  const hint = details?.['hint'];
  return typeof hint === 'string' ? hint : undefined;
}

function reportBug(thrown: unknown, out: Output, { json, stack }: ErrorReport): number {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  if (json) out.json({ error: { code: 'internal', message, retryable: false } });
  else {
    out.note(`${style('red', 'error:')} a bug in planwright: ${message}`);
    out.note(style('dim', 'hint: nothing that was acknowledged is lost; --log-level debug shows where it happened'));
  }
  if (stack && thrown instanceof Error) out.note(thrown.stack ?? '');
  return 1;
}
