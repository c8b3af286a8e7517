import {
  type PlanCard,
  planCard,
  runResult,
  type RunState,
  stepTask,
  type StepState,
  type ToolClass,
  workOrder,
} from '@planwright/core';
import { interrupted } from '../stop-listener.js';
import { coordinationDocument } from './coordination-view.js';
import { planningFacts } from './planning-view.js';
import { type Attendance, whatNext } from './what-next.js';

export type StepDocument = Readonly<Record<string, unknown>>;

/** A run as JSON: the same document from every command that shows one. */
export function runDocument(state: RunState, attendance?: Attendance): Readonly<Record<string, unknown>> {
  const card: PlanCard = planCard(state);
  const { report, ...result } = runResult(state);
  return {
    ...result,
    task: state.task,
    goal: card.goal,
    gate: state.gate,
    origin: state.origin,
    planning: planningFacts(state),
    coordination: coordinationDocument(state),
    revision: state.revision,
    hash: state.hash,
    approval: state.approval,
    settings: state.settings,
    mode: state.execution?.plan.mode ?? null,
    steps: card.rows.map((row) => stepDocument(state, row.id)),
    done: card.done,
    total: card.total,
    holds: state.execution?.holds ?? [],
    findings: state.findings,
    notes: state.notes,
    usage: state.usage,
    budget: state.budget,
    spending: state.spending,
    error: state.error,
    wanted: card.wanted,
    next: whatNext(state, attendance).map(({ command }) => command),
    ...(attendance && { unattended: attendance.isUnattended }),
    createdAt: state.createdAt,
    startedAt: state.startedAt,
    endedAt: state.endedAt,
    durationMs: report?.durationMs ?? null,
  };
}

/** As it was when the process that carried it out was told to stop. */
export function stoppedDocument(state: RunState): Readonly<Record<string, unknown>> {
  return { ...runDocument(state, { isUnattended: true }), exit: interrupted, reason: 'interrupted' };
}

export function stepDocument({ id: runId, execution }: RunState, stepId: string): StepDocument {
  const index = execution?.plan.steps.findIndex(({ id }) => id === stepId) ?? -1;
  const step = execution?.plan.steps[index];
  const own = execution?.steps[index];
  if (execution === null || step === undefined || own === undefined) throw new Error(`no step ${stepId}`);
  return {
    ...step,
    class: execution.classes[index],
    commands: commandsOf(runId, execution, index),
    ...own,
    asked: stepTask(execution, index),
    holds: execution.holds.filter((hold) => hold.on === step.id || hold.about === step.id),
  };
}

type Execution = NonNullable<RunState['execution']>;

/** Every command line a step may run if its plan is approved; a step that only reads or writes runs none. */
export function commandsOf(runId: RunState['id'], execution: Execution, index: number): readonly string[] {
  const step = execution.plan.steps[index];
  if (step === undefined || execution.classes[index] !== 'external') return [];
  return workOrder(runId, execution, step.id)?.approvedCommands ?? [];
}

export const classWords: Readonly<Record<ToolClass, string>> = {
  reads: 'only reads',
  writes: 'may write',
  external: 'may run commands',
};

export const statusWords: Readonly<Record<StepState['status'], string>> = {
  pending: 'not started',
  in_progress: 'in progress',
  done: 'done',
  failed: 'failed',
  skipped: 'skipped',
};
