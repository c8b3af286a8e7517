import type { RunState, StepId } from '@planwright/core';
import { findStep, type Run } from '@planwright/runtime';
import { carryOnIfFree } from './carry-on.js';
import type { CommandContext } from './command.js';
import type { Fits } from './find-run.js';
import { runAndStep } from './step-argument.js';
import { withRun } from './with-run.js';

/** Records something about a step and goes on with the run: what `retry`, `skip`, `done` and `failed` have in common. */
export function onStep(
  context: CommandContext,
  wanted: Fits,
  record: (run: Run, step: StepId, state: RunState) => Promise<unknown>,
): Promise<number> {
  const { run: named, step } = runAndStep(context.arguments);
  return withRun(context, { named, wanted }, async (session, run) => {
    const state = run.state();
    await record(run, findStep(state, step ?? ''), state);
    return carryOnIfFree(session, run, state.seq);
  });
}
