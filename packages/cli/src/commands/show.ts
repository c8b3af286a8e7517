import {
  builtInAgentTable,
  handoverPrompt,
  newAgent,
  type Notice,
  PlanwrightError,
  type RunEvent,
  type RunState,
  type StepId,
  workOrder,
} from '@planwright/core';
import { findStep } from '@planwright/runtime';
import type { Command, Flags } from '../command.js';
import { fits } from '../find-run.js';
import { ballotsDocument, ballotsView } from '../output/ballots-view.js';
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
  checkMeant(flags, step);
  const { state, events, isUnattended } = await lookAtRun(
    context,
    run,
    flags.has('ballots') ? fits.ballots : fits.look,
  );
  if (flags.has('receipt')) {
    if (flags.has('json')) out.json(state.receipts);
    else out.print(receiptsView(state.receipts));
    return 0;
  }
  if (flags.has('ballots')) {
    if (flags.has('json')) out.json(ballotsDocument(state));
    else out.print(ballotsView(state));
    return 0;
  }
  if (step === undefined) {
    if (flags.has('json')) out.json(runDocument(state, { isUnattended }));
    else out.print(runView(state, out.columns, { attendance: { isUnattended } }));
    return 0;
  }
  const id = findStep(state, step);
  if (flags.has('prompt')) {
    const prompt = promptFor(state, id);
    if (flags.has('json')) out.json({ run: state.id, step, prompt });
    else out.document(`${prompt}\n`);
    return 0;
  }
  const notices = noticesOf(events, id);
  if (flags.has('json')) out.json({ ...stepDocument(state, id), notices });
  else
    out.print(
      stepView(state, id, { notices, transcript: flags.has('transcript') ? transcriptOf(events, id) : undefined }),
    );
  return 0;
};

/** Some of it is there of a step only, some of a whole run only. */
function checkMeant(flags: Flags, step: string | undefined): void {
  const wrong = (step === undefined ? ['transcript', 'prompt'] : ['receipt', 'ballots']).find(flags.has);
  if (wrong === undefined) return;
  const what = step === undefined ? 'a step; name it, as in `planwright show E2`' : `a whole run; leave out ${step}`;
  throw new PlanwrightError('usage-wrong', `--${wrong} is about ${what}`);
}

/** The step ready to be given to an agent of one's own. */
function promptFor(state: RunState, id: StepId): string {
  const order = state.execution === null ? undefined : workOrder(state.id, state.execution, id);
  if (order === undefined) throw new Error(`no step ${id}`);
  const agent = builtInAgentTable.find(({ name }) => name === order.agent) ?? newAgent(order.agent);
  return handoverPrompt(order, agent, {
    done: `planwright done ${state.id} ${order.label} --answer "…"`,
    failed: `planwright failed ${state.id} ${order.label} --reason "…"`,
  });
}

/** Of the last try that ended, well or not. */
function transcriptOf(events: readonly RunEvent[], step: StepId): string | undefined {
  return events
    .flatMap(({ type, data }) =>
      (type === 'step.succeeded' || type === 'step.failed') && data.step === step ? [data.transcript] : [],
    )
    .at(-1);
}

function noticesOf(events: readonly RunEvent[], step: StepId): readonly Notice[] {
  return events.flatMap(({ type, data }) => (type === 'notice.recorded' && data.step === step ? [data.notice] : []));
}
