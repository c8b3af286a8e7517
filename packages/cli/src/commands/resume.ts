import { holdReasons } from '@planwright/core';
import { carryOnIfFree } from '../carry-on.js';
import { choice } from '../choice.js';
import type { Command } from '../command.js';
import { fits } from '../find-run.js';
import { withRun } from '../with-run.js';

/** Clears what a person may clear and goes on. */
export const resume: Command = (context) => {
  const named = context.flags.text('hold');
  const hold = named === undefined ? undefined : choice('--hold', named, holdReasons);
  return withRun(context, { named: context.arguments[0], wanted: fits.resume }, async (session, run) => {
    const { seq } = run.state();
    await run.resume(hold);
    return carryOnIfFree(session, run, seq);
  });
};
