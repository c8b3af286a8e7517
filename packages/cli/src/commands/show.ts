import { findStep } from '@planwright/runtime';
import type { Command } from '../command.js';
import { fits } from '../find-run.js';
import { runDocument, stepDocument } from '../output/run-document.js';
import { runView } from '../output/run-view.js';
import { stepView } from '../output/step-view.js';
import { lookAtRun } from '../read-run.js';
import { runOrStep } from '../step-argument.js';

/** A run, or one step of it. */
export const show: Command = async (context) => {
  const { flags, out } = context;
  const { run, step } = runOrStep(context.arguments);
  const state = await lookAtRun(context, run, fits.look);
  if (step === undefined) {
    if (flags.has('json')) out.json(runDocument(state));
    else out.print(runView(state, out.columns));
    return 0;
  }
  const id = findStep(state, step);
  if (flags.has('json')) out.json(stepDocument(state, id));
  else out.print(stepView(state, id, { transcript: flags.has('transcript') }));
  return 0;
};
