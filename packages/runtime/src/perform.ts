import {
  type Effect,
  errorInfo,
  oneStepPlan,
  reportOf,
  reportText,
  type RunCommand,
  type RunState,
  toErrorInfo,
  workOrder,
} from '@planwright/core';

import { carryOutStep, type StepLimits } from './carry-out-step.js';
import type { Planner, Worker } from './ports/worker.js';

export type PerformPorts = {
  readonly worker: Worker;
  readonly planner: Planner | undefined;
  readonly limits: StepLimits;
  readonly onProgress: (step: string | null, text: string) => void;
};

type Perform<Type extends Effect['type']> = (
  effect: Extract<Effect, { type: Type }>,
  state: RunState,
  ports: PerformPorts,
  stop: AbortController,
) => Promise<RunCommand | undefined>;

/** What each effect means in this process: do it, and say as a command how it ended. */
const table: { readonly [Type in Effect['type']]: Perform<Type> } = {
  'draft-plan': async (effect, state, { planner, onProgress }, { signal }) => {
    if (!effect.planner || planner === undefined)
      return { type: 'plan.draft', plan: oneStepPlan(state.task), source: 'code' };
    const draft = await planner.draft(state.task, { signal, onProgress: (text) => onProgress(null, text) });
    if (draft.ok) return { type: 'plan.draft', plan: draft.plan, source: 'planner', notes: draft.notes };
    const message = draft.problems.map((problem) => problem.message).join('; ');
    return {
      type: 'planning.fail',
      error: errorInfo('plan-invalid', `the planner's plan cannot be used: ${message}`, { problems: draft.problems }),
    };
  },
  'run-step': async (effect, state, { worker, limits, onProgress }, stop) => {
    const order = state.execution === null ? undefined : workOrder(state.id, state.execution, effect.step);
    if (order === undefined) return undefined;
    const outcome = await carryOutStep(order, {
      worker,
      stop,
      limits,
      onProgress: (text) => onProgress(effect.step, text),
    });
    return { type: 'step.settle', step: effect.step, try: effect.try, outcome };
  },
  'write-answer': async (_effect, state, { worker, onProgress }, { signal }) => {
    const report = reportOf(state);
    if (worker.answer === undefined || report === null || state.execution === null) return { type: 'run.answer' };
    const order = { runId: state.id, task: state.task, plan: state.execution.plan, report: reportText(report) };
    const answer = await worker.answer(order, { signal, onProgress: (text) => onProgress(null, text) });
    return answer.trim() === ''
      ? { type: 'run.answer', note: 'the closing turn gave no answer' }
      : { type: 'run.answer', answer };
  },
};

/** Carries one effect out. A port that throws becomes the command that says so. */
export async function perform(
  effect: Effect,
  state: RunState,
  ports: PerformPorts,
  stop: AbortController,
): Promise<RunCommand | undefined> {
  try {
    // The table has a function for each type; TypeScript cannot match the member to its key.
    return await (table[effect.type] as Perform<Effect['type']>)(effect, state, ports, stop);
  } catch (error) {
    return giveUp(effect, error);
  }
}

function giveUp(effect: Effect, thrown: unknown): RunCommand {
  switch (effect.type) {
    case 'draft-plan':
      return { type: 'planning.fail', error: toErrorInfo(thrown, 'model-unavailable') };
    case 'run-step':
      return {
        type: 'step.settle',
        step: effect.step,
        try: effect.try,
        outcome: { type: 'failed', error: toErrorInfo(thrown, 'agent-failed') },
      };
    case 'write-answer':
      return { type: 'run.answer', note: `the closing turn failed: ${toErrorInfo(thrown, 'agent-failed').message}` };
  }
}
