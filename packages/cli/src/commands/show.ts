import type { Notice, RunEvent, StepId } from '@planwright/core';
import { findStep } from '@planwright/runtime';
import type { Command } from '../command.js';
import { fits } from '../find-run.js';
import { receiptsView } from '../output/receipt-view.js';
import { runDocument, stepDocument } from '../output/run-document.js';
import { runView } from '../output/run-view.js';
import { stepView } from '../output/step-view.js';
import { lookAtRun } from '../read-run.js';
import { runOrStep } from '../step-argument.js';

/** A run, or one step of it. */
export const show: Command = async (context) => {
  const { flags, out } = context;
  const { run, step } = runOrStep(context.arguments);
  const { state, events } = await lookAtRun(context, run, fits.look);
  if (flags.has('receipt')) {
    if (flags.has('json')) out.json(state.receipts);
    else out.print(receiptsView(state.receipts));
    return 0;
  }
  if (step === undefined) {
    if (flags.has('json')) out.json(runDocument(state));
    else out.print(runView(state, out.columns));
    return 0;
  }
  const id = findStep(state, step);
  const notices = noticesOf(events, id);
  if (flags.has('json')) out.json({ ...stepDocument(state, id), notices });
  else out.print(stepView(state, id, { notices, transcript: flags.has('transcript') }));
  return 0;
};

function noticesOf(events: readonly RunEvent[], step: StepId): readonly Notice[] {
  return events.flatMap(({ type, data }) => (type === 'notice.recorded' && data.step === step ? [data.notice] : []));
}
