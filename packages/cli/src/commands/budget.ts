import { refuseInsideRun } from '@planwright/runtime/node';
import { parseBudget, PlanwrightError } from '@planwright/core';
import { carryOnIfFree } from '../carry-on.js';
import type { Command } from '../command.js';
import { fits } from '../find-run.js';
import { withRun } from '../with-run.js';

/** Sets what a run may spend from now on; one that waited for that goes on. */
export const budget: Command = async (context) => {
  refuseInsideRun('changing a budget', { env: context.system.env, pid: process.pid });
  const { amount, run: named } = argumentsOf(context.arguments);
  const parsed = parseBudget(amount);
  if (!parsed.ok) throw new PlanwrightError('usage-wrong', parsed.problem);
  return withRun(context, { named, wanted: fits.cancel }, async (session, run) => {
    const { seq } = run.state();
    await run.setBudget(parsed.budget);
    return carryOnIfFree(session, run, seq);
  });
};

/** The run may be left out, as everywhere; the amount is always last. */
function argumentsOf(given: readonly string[]): { readonly run: string | undefined; readonly amount: string } {
  return { run: given.length > 1 ? given[0] : undefined, amount: given.at(-1) ?? '' };
}
