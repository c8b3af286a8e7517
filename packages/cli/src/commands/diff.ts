import { changesView, type RunState } from '@planwright/core';
import { findStep } from '@planwright/runtime';
import type { Command } from '../command.js';
import { fits } from '../find-run.js';
import { openWorkspaces, stoppable } from '../open-workspaces.js';
import { diffStats, diffView, statView } from '../output/diff-view.js';
import { lookAtRun } from '../read-run.js';
import { runOrStep } from '../step-argument.js';

/** What a run, or one step of it, changed. A pipe gets the diff to the letter, so that it can be applied elsewhere. */
export const diff: Command = async (context) => {
  const { flags, out, system } = context;
  const { run, step } = runOrStep(context.arguments);
  const { state } = await lookAtRun(context, run, fits.report);
  const stepId = step === undefined ? undefined : findStep(state, step);
  const workspaces = await openWorkspaces(context);
  const text = await stoppable(context, (signal) => workspaces.diff(state.id, { stepId, signal }));
  const recorded = changesView(state).filter((changes) => stepId === undefined || changes.step === stepId);
  const outside = recorded.flatMap((changes) => changes.outside);
  if (flags.has('json')) out.json({ run: state.id, step: stepId ?? null, files: diffStats(text), outside, diff: text });
  else if (text === '') out.note(whyEmpty(state, step, recorded.length > 0));
  else if (flags.has('stat')) out.print(statView(diffStats(text), outside));
  else if (system.stdout.isTerminal) out.print(diffView(text));
  else out.document(text);
  return 0;
};

function whyEmpty({ id }: RunState, step: string | undefined, wasThere: boolean): string {
  const what = step === undefined ? `run ${id}` : `${step} of run ${id}`;
  return wasThere
    ? `${what} changed files, but its workspace was removed, so there is nothing to compare`
    : `${what} has changed no files`;
}
