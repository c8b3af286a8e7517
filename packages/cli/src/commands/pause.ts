import { isWorking } from '@planwright/core';
import { tellRecorded } from '../carry-on.js';
import type { Command } from '../command.js';
import { findRun, fits } from '../find-run.js';
import { withSession } from '../session.js';

/** No further step starts; those under way end, and their results are kept. */
export const pause: Command = (context) =>
  withSession(context, { work: 'none', store: 'existing', settings: 'not-needed' }, async (session) => {
    const { flags, out } = context;
    const { store, runtime } = session;
    const run = await runtime.open(await findRun(store, context.arguments[0], fits.pause, out));
    const state = await run.pause(flags.text('reason'));
    const working = state.execution?.plan.steps.filter((_, index) => {
      const step = state.execution?.steps[index];
      return step !== undefined && isWorking(step);
    });
    if (!flags.has('json') && working !== undefined && working.length > 0)
      out.print(`Paused. Still under way, and kept when it ends: ${working.map(({ label }) => label).join(', ')}`);
    return tellRecorded(session, state);
  });
