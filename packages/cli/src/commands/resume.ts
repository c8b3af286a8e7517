import { holdReasons } from '@planwright/core';
import { carryOnIfFree } from '../carry-on.js';
import { choice } from '../choice.js';
import type { Command } from '../command.js';
import { findRun, fits } from '../find-run.js';
import { withSession } from '../session.js';

/** Clears what a person may clear and goes on. */
export const resume: Command = (context) => {
  const named = context.flags.text('hold');
  const hold = named === undefined ? undefined : choice('--hold', named, holdReasons);
  return withSession(context, { store: 'existing' }, async (session) => {
    const { store, runtime } = session;
    const run = await runtime.open(await findRun(store, context.arguments[0], fits.resume, context.out));
    const { seq } = run.state();
    await run.resume(hold);
    return carryOnIfFree(session, run, seq);
  });
};
