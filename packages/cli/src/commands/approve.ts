import { refuseInsideRun } from '@planwright/runtime/node';
import { findStep } from '@planwright/runtime';
import { approvalExtras } from '../approval-extras.js';
import { approveAndStart, carryOnIfFree, tellRecorded } from '../carry-on.js';
import type { Command } from '../command.js';
import { fits } from '../find-run.js';
import { approvalView } from '../output/approval-view.js';
import { planView } from '../output/run-view.js';
import { saysYes } from '../says-yes.js';
import { runOrStep } from '../step-argument.js';
import { withRun } from '../with-run.js';

/** Shows exactly what is approved, approves that and nothing else, and goes on. */
export const approve: Command = async (context) => {
  refuseInsideRun('approving a plan', { env: context.system.env, pid: process.pid });
  const { flags, out } = context;
  const { run: named, step } = runOrStep(context.arguments);
  const wanted = step === undefined ? fits.approve : fits.steps;
  return withRun(context, { named, wanted }, async (session, run) => {
    const shown = run.state();
    if (step !== undefined) {
      await run.approve({ step: findStep(shown, step) });
      return carryOnIfFree(session, run, shown.seq);
    }
    if (!flags.has('json')) {
      const request = approvalView(shown, await approvalExtras(session, shown));
      out.print(`${planView(shown, out.columns)}\n\n${request}\n`);
    }
    const isAsked = session.isSupervised && !flags.has('yes') && !flags.has('hash');
    if (isAsked && !(await saysYes(context.system, 'Approve exactly this?'))) {
      out.note('Nothing was approved.');
      return tellRecorded(session, shown);
    }
    const hash = wantedHash(flags.text('hash'), shown.hash);
    if (flags.has('no-wait')) await run.approve(hash === null ? {} : { hash });
    else await approveAndStart(run, { ...shown, hash });
    return carryOnIfFree(session, run, shown.seq);
  });
};

/** The beginning of the right hash stands for it; anything else goes to the run, which refuses it. */
function wantedHash(given: string | undefined, hash: string | null): string | null {
  return given === undefined || (given.length >= 6 && hash?.startsWith(given) === true) ? hash : given;
}
