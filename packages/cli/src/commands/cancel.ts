import { tellRecorded } from '../carry-on.js';
import type { Command } from '../command.js';
import { findRun, fits } from '../find-run.js';
import { withSession } from '../session.js';

/** Ends a run. What has finished stays finished; the rest is skipped. */
export const cancel: Command = (context) =>
  withSession(context, { work: 'none', store: 'existing', settings: 'not-needed' }, async (session) => {
    const { store, runtime } = session;
    const run = await runtime.open(await findRun(store, context.arguments[0], fits.cancel, context.out));
    return tellRecorded(session, await run.cancel(context.flags.text('reason')));
  });
