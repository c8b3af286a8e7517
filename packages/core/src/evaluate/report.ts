import { counted } from '../shared/counted.js';
import type { Execution } from '../execute/execution.js';
import { stepTask } from '../execute/step-input.js';
import type { StepState } from '../execute/step-state.js';
import { orderSteps, stepGraph } from '../plan/step-graph.js';
import { duration } from '../shared/duration.js';
import { millisecondsBetween } from '../shared/milliseconds-between.js';

/** One step as the report tells it. */
export type StepReport = {
  readonly label: string;
  readonly title: string;
  readonly agent: string;
  readonly status: StepState['status'];
  /** With earlier answers filled in: what was really asked. */
  readonly task: string;
  /** The answer, the error or the reason for skipping. */
  readonly output: string;
  readonly attempts: number;
  readonly durationMs: number | null;
};

export type RunReport = {
  readonly goal: string;
  readonly state: string;
  readonly done: number;
  readonly total: number;
  readonly hadErrors: boolean;
  readonly durationMs: number | null;
  readonly steps: readonly StepReport[];
};

/** How the run ended, as data: the same for the same events, every time. */
export function runReport(
  execution: Execution,
  run: {
    readonly state: string;
    readonly startedAt: string | null;
    readonly endedAt: string | null;
    readonly hadErrors: boolean;
  },
): RunReport {
  const { indexOf } = stepGraph(execution.plan);
  const steps = orderSteps(execution.plan).map((step) => stepReport(execution, indexOf.get(step.id) ?? -1));
  return {
    goal: execution.plan.goal,
    state: run.state,
    done: steps.filter((step) => step.status === 'done').length,
    total: steps.length,
    hadErrors: run.hadErrors,
    durationMs: run.startedAt === null || run.endedAt === null ? null : millisecondsBetween(run.startedAt, run.endedAt),
    steps,
  };
}

function stepReport(execution: Execution, index: number): StepReport {
  const step = execution.plan.steps[index];
  const state = execution.steps[index];
  if (step === undefined || state === undefined) throw new Error(`no step at ${index}`);
  const { label, title, agent } = step;
  const times = 'startedAt' in state && 'endedAt' in state ? millisecondsBetween(state.startedAt, state.endedAt) : null;
  return {
    label,
    title,
    agent,
    status: state.status,
    task: stepTask(execution, index),
    output: outputOf(state),
    attempts: state.attempts,
    durationMs: times,
  };
}

function outputOf(state: StepState): string {
  switch (state.status) {
    case 'done':
      return state.answer;
    case 'failed':
      return state.error.message;
    case 'skipped':
      return state.reason;
    case 'pending':
    case 'in_progress':
      return '';
  }
}

const words: Readonly<Record<StepState['status'], string>> = {
  pending: 'not started',
  in_progress: 'not finished',
  done: 'done',
  failed: 'failed',
  skipped: 'skipped',
};

/** The report as text. Whole answers: nothing a later reader needs is cut away. */
export function reportText(report: RunReport): string {
  const took = report.durationMs === null ? '' : `, ${duration(report.durationMs)}`;
  const errors = report.hadErrors ? ', with errors' : '';
  const head = `Report: ${report.state}, ${report.done} of ${counted(report.total, 'step')} done${errors}${took}`;
  return (
    [head, ...(report.goal === '' ? [] : [`Goal: ${report.goal}`]), ...report.steps.map(stepText)].join('\n') + '\n'
  );
}

function stepText(step: StepReport): string {
  const took = step.durationMs === null ? '' : `, ${duration(step.durationMs)}`;
  const tries = step.attempts > 1 ? `, attempt ${step.attempts}` : '';
  const head = `\n${step.label} ${step.title} (${step.agent}): ${words[step.status]}${tries}${took}`;
  const output = step.output.trim();
  return output === '' ? head : `${head}\n${indent(output)}`;
}

/** Every line that is not empty; by line break, because looking at every place of a long answer is slow. */
function indent(text: string): string {
  return `  ${text.replace(/\n(?=[^\n])/g, '\n  ')}`;
}

/** The same report without how long things took: what a model is told must not differ from one time to the next. */
export function timelessReport(report: RunReport): RunReport {
  return { ...report, durationMs: null, steps: report.steps.map((step) => ({ ...step, durationMs: null })) };
}
