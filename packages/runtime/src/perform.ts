import {
  describedRoute,
  type Effect,
  errorInfo,
  mergeExplorations,
  oneStepPlan,
  planInContext,
  planningContextOf,
  orderContext,
  presenterOf,
  type RedraftRequest,
  reportOf,
  reportText,
  type RunCommand,
  type RunState,
  stated,
  taskOf,
  timelessReport,
  toErrorInfo,
  workOrder,
} from '@planwright/core';

import { carryOutStep, type StepPorts } from './carry-out-step.js';
import { type CoordinationPorts, performConsult, performEvaluate } from './coordinate.js';
import type { EffectPorts } from './effect-ports.js';
import type { Explore } from './ports/explore.js';
import type { Planner } from './ports/worker.js';
import { fromDescription } from './explore-task.js';
import type { Stop } from './stop.js';
import { withinTime } from './within-time.js';

export type PerformPorts = StepPorts &
  EffectPorts &
  CoordinationPorts & {
    readonly planner: Planner | undefined;
    readonly explore: Explore | undefined;
  };

type Perform<Type extends Effect['type']> = (
  effect: Extract<Effect, { type: Type }>,
  state: RunState,
  ports: PerformPorts,
  stop: Stop,
) => Promise<RunCommand | undefined>;

/** What each effect means in this process: do it, and say as a command how it ended. */
const table: { readonly [Type in Effect['type']]: Perform<Type> } = {
  explore: async (effect, state, { explore, onProgress, onNotice, onReceipt, meterFor }, { signal }) => {
    if (explore === undefined || state.planning === null) return notExplored(state, 'nobody here looks at the project');
    const { found, usage } = await explore(state.task, state.planning, {
      signal,
      meter: meterFor(effect),
      onReceipt,
      onProgress: (text) => onProgress(null, text),
      onNotice: (notice) => onNotice({ phase: 'explore', agent: 'explorer', notice }),
    });
    return { type: 'exploration.finish', found, usage };
  },
  'draft-plan': async (effect, state, { planner, onProgress, onNotice, onReceipt, meterFor }, { signal }) => {
    const revision = state.revision + 1;
    if (!effect.planner || planner === undefined) {
      const plan = (await planner?.draftSmall?.(state.task, { signal })) ?? oneStepPlan(state.task);
      return { type: 'plan.draft', plan, source: 'code', revision };
    }
    const context = planningContextOf(state);
    const draft = await planner.draft(taskOf(state), {
      signal,
      ...stated({ context }),
      meter: meterFor(effect),
      onReceipt,
      ...redraftOf(state),
      onProgress: (text) => onProgress(null, text),
      onNotice: (notice) => onNotice({ phase: 'plan', agent: 'planner', notice }),
    });
    const spent = draft.usage === undefined ? {} : { usage: draft.usage };
    if (draft.ok) {
      const plan = planInContext(draft.plan, context);
      const notes = [...(state.planning?.notes ?? []), ...draft.notes];
      const { degraded, review } = draft;
      return {
        type: 'plan.draft',
        plan,
        source: 'planner',
        revision,
        notes,
        ...stated({ degraded, review }),
        ...spent,
      };
    }
    const message = draft.problems.map((problem) => problem.message).join('; ');
    return {
      type: 'planning.fail',
      error: errorInfo('plan-invalid', `the planner's plan cannot be used: ${message}`, { problems: draft.problems }),
      ...spent,
    };
  },
  'run-step': async (effect, state, ports, stop) => {
    const order =
      state.execution === null ? undefined : workOrder(state.id, state.execution, effect.step, orderContext(state));
    if (order === undefined) return undefined;
    const { step, try: tryNumber } = effect;
    const outcome = await carryOutStep(order, ports, {
      stop,
      meter: ports.meterFor(effect),
      onProgress: (text) => ports.onProgress(step, text),
      onNotice: (notice) => ports.onNotice({ phase: 'execute', agent: order.agent, step, try: tryNumber, notice }),
    });
    return { type: 'step.settle', step, try: tryNumber, outcome };
  },
  'write-answer': async (effect, state, { worker, limits, onProgress, onNotice, meterFor }, { signal }) => {
    const report = reportOf(state);
    if (worker.answer === undefined || report === null || state.execution === null) return { type: 'run.answer' };
    const order = {
      runId: state.id,
      task: state.task,
      plan: state.execution.plan,
      report: reportText(timelessReport(report)),
      presenter: presenterOf(state),
    };
    const { answer } = worker;
    const answering = (within: AbortSignal): ReturnType<typeof answer> =>
      answer(order, {
        signal: within,
        meter: meterFor(effect),
        onProgress: (progress) => onProgress(null, progress),
        onNotice: (notice) => onNotice({ phase: 'answer', agent: 'orchestrator', notice }),
      });
    const { text, usage } = await withinTime(answering, { what: 'it', limitMs: limits.stepTimeoutMs, signal });
    const spent = usage === undefined ? {} : { usage };
    return text.trim() === ''
      ? { type: 'run.answer', note: 'the closing turn gave no answer', ...spent }
      : { type: 'run.answer', answer: text, ...spent };
  },
  consult: performConsult,
  evaluate: performEvaluate,
};

/** What the planner is told when it drafts again. */
function redraftOf({ redraft, execution }: RunState): { readonly redraft?: RedraftRequest } {
  return redraft === null || execution === null ? {} : { redraft: { ...redraft, plan: execution.plan } };
}

/** Carries one effect out. A port that throws becomes the command that says so. */
export function perform(
  effect: Effect,
  state: RunState,
  ports: PerformPorts,
  stop: Stop,
): Promise<RunCommand | undefined> {
  // The table has a function for each type; TypeScript cannot match the member to its key.
  const carryOut = table[effect.type] as Perform<Effect['type']>;
  return carryOut(effect, state, ports, stop).catch((error: unknown) => giveUp(effect, state, error));
}

/** A plan can rest on the task's description alone, and says so. */
function notExplored(state: RunState, why: string): RunCommand {
  const { level, reasons } = describedRoute(state);
  const found = {
    ...{ level, reasons, angles: [], failed: [] },
    ...{ merged: mergeExplorations([]), notes: [`${fromDescription}: ${why}`] },
  };
  return { type: 'exploration.finish', found };
}

function giveUp(effect: Effect, state: RunState, thrown: unknown): RunCommand {
  switch (effect.type) {
    case 'explore':
      return notExplored(state, toErrorInfo(thrown, 'agent-failed').message);
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
    case 'consult':
    case 'evaluate':
      // They say themselves how they ended; what else is thrown is a fault of ours.
      throw thrown;
  }
}
