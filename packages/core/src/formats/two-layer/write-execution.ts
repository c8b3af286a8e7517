import { executionId, executionStrategies } from '../../plan/execution-strategy.js';
import type { Plan } from '../../plan/plan.js';
import type { Step } from '../../plan/step.js';
import type { FolderReport, Place } from './two-layer-problem.js';
import { taskPath } from './task-ids.js';

export type CliExecution = {
  readonly id: string;
  readonly strategy: NonNullable<Step['execution']>['strategy'];
  readonly resume_from?: string;
  readonly merge_from?: readonly string[];
};

export type ExecutionContext = {
  readonly session: string;
  readonly ids: ReadonlyMap<string, string>;
  readonly needs: readonly (readonly number[])[];
};

/** `cli_execution` of every step: as its author stated it, else as it follows from the dependencies. */
export function cliExecutions(plan: Plan, context: ExecutionContext, report: FolderReport): readonly CliExecution[] {
  const idOf = (step: Step): string => context.ids.get(step.label) ?? step.label;
  const conversations = plan.steps.map((step) => step.execution?.id ?? executionId(context.session, idOf(step)));
  const names = new Map(
    plan.steps.flatMap((step, position) =>
      [step.alias, step.label].flatMap((name) =>
        name === undefined ? [] : [[name, conversations[position]] as const],
      ),
    ),
  );
  const at = (position: number): string => conversations[position] ?? '';
  const derived = executionStrategies(context.needs);
  return plan.steps.map((step, position) => {
    const { strategy } = step.execution ?? derived[position] ?? { strategy: 'new' };
    const stated = (step.execution?.from ?? []).map((name) => names.get(name) ?? name);
    const from = stated.length > 0 || strategy === 'new' ? stated : (context.needs[position] ?? []).map(at);
    checkSources(strategy, from, { file: taskPath(idOf(step)), step: step.label }, report);
    return { id: at(position), strategy, ...sources(strategy, from) };
  });
}

function sources(strategy: CliExecution['strategy'], from: readonly string[]): Partial<CliExecution> {
  const [first] = from;
  if (strategy === 'merge_fork') return { merge_from: from };
  return first === undefined ? {} : { resume_from: first };
}

function checkSources(
  strategy: CliExecution['strategy'],
  from: readonly string[],
  place: Place,
  report: FolderReport,
): void {
  const fits = {
    new: from.length === 0,
    resume: from.length === 1,
    fork: from.length === 1,
    merge_fork: from.length > 1,
  };
  if (fits[strategy]) return;
  const expected = { new: 'none', resume: 'exactly one', fork: 'exactly one', merge_fork: 'two or more' }[strategy];
  const message = `"cli_execution" says "${strategy}", which goes on from ${expected} of the tasks before; found ${from.length}`;
  report.problem('field-invalid', message, { ...place, field: 'cli_execution' });
}
