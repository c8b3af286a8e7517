import type { RunState, StepId } from '@planwright/core';
import { findStep, type Run } from '@planwright/runtime';
import { carryOnIfFree } from './carry-on.js';
import type { CommandContext } from './command.js';
import { findRun, type Fits } from './find-run.js';
import { withSession } from './session.js';
import { runAndStep } from './step-argument.js';

/** Records something about a step and goes on with the run: what `retry`, `skip`, `done` and `failed` have in common. */
export function onStep(
  context: CommandContext,
  wanted: Fits,
  record: (run: Run, step: StepId, state: RunState) => Promise<unknown>,
): Promise<number> {
  return withSession(context, { store: 'existing' }, async (session) => {
    const { run: named, step } = runAndStep(context.arguments);
    const run = await session.runtime.open(await findRun(session.store, named, wanted, context.out));
    const state = run.state();
    await record(run, findStep(state, step ?? ''), state);
    return carryOnIfFree(session, run, state.seq);
  });
}
