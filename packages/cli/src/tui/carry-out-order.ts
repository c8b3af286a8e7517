import { isApproved, PlanwrightError, type RunState } from '@planwright/core';
import { findStep, type Run } from '@planwright/runtime';
import type { Order } from './card-input.js';

/** Does what was asked, about the run as it was shown. Answers with the refusal's message, or null when it was done. */
export async function carryOutOrder(run: Run, order: Order, shown: RunState): Promise<string | null> {
  try {
    await submit(run, order, shown);
    return null;
  } catch (error) {
    if (PlanwrightError.is(error)) return error.message;
    throw error;
  }
}

async function submit(run: Run, order: Order, shown: RunState): Promise<unknown> {
  switch (order.type) {
    case 'approve':
      return approveAndStart(run, shown);
    case 'pause':
      return run.pause();
    case 'resume':
      return run.resume();
    case 'cancel':
      return run.cancel();
    case 'retry':
      return run.retry(findStep(shown, order.step), order.text === '' ? undefined : order.text);
    case 'skip':
      return run.skip(findStep(shown, order.step), order.text === '' ? undefined : order.text);
    case 'done':
      return run.done(findStep(shown, order.step), order.text);
    case 'failed':
      return run.fail(findStep(shown, order.step), order.text);
    case 'leave':
      return undefined;
  }
}

/**
 * One after the other: where the plan has changed since it was drawn, approving the shown hash is refused and nothing is started
 * that the person has not seen.
 */
async function approveAndStart(run: Run, { hash, status }: RunState): Promise<void> {
  await run.approve(hash === null ? {} : { hash });
  if (status === 'draft') await run.start();
}

/** Starts a draft whose approval is settled already; any other is left alone. */
export async function startApproved(run: Run): Promise<void> {
  const { status, approval, hash } = run.state();
  if (status === 'draft' && isApproved(approval, hash)) await run.start();
}
