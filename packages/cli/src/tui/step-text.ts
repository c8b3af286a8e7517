import { type CardRow, type RunState, type StepState, stepTask, type ToolClass } from '@planwright/core';

type Execution = NonNullable<RunState['execution']>;
type Step = Execution['plan']['steps'][number];

const may: Readonly<Record<ToolClass, string>> = {
  reads: 'only reads',
  writes: 'may write',
  external: 'may reach outside',
};

/** A step in full, for whoever opens it: what came of it, or what it is to do and what was tried. */
export function stepText({ execution }: RunState, { id: rowId, needs }: CardRow): string {
  const index = execution?.plan.steps.findIndex(({ id }) => id === rowId) ?? -1;
  const step = execution?.plan.steps[index];
  const own = execution?.steps[index];
  const allowed = execution?.classes[index];
  if (execution === null || step === undefined || own === undefined || allowed === undefined) return '';
  const needed = needs.length === 0 ? '' : `, needs ${needs.join(', ')}`;
  // The row may have had to cut the title and leave out the rest.
  const head = `${step.title} (${step.agent}, ${may[allowed]}${needed})`;
  const sections = [head, ...outcome(own), ...work(execution, index, own)];
  return sections.filter((section) => section !== '').join('\n');
}

function outcome(own: StepState): readonly string[] {
  switch (own.status) {
    case 'done':
      return [own.answer, ...own.proof.map(({ met, criterion, evidence }) => proofLine(met, criterion, evidence))];
    case 'failed':
      return [`Failed: ${own.error.message}`, ...tried(own.failures.slice(0, -1))];
    case 'skipped':
      return [`Skipped: ${own.reason}`, ...tried(own.failures)];
    case 'pending':
    case 'in_progress':
      return tried(own.failures);
  }
}

function proofLine(met: boolean, criterion: string, evidence: string): string {
  return `${met ? 'Met' : 'Not met'}: ${criterion} (${evidence})`;
}

function tried(failures: StepState['failures']): readonly string[] {
  return failures.map((failure) => `Try ${failure.try} failed: ${failure.error.message}`);
}

/** What an unfinished step is asked to do: a person may have to judge it, or do it. */
function work(execution: Execution, index: number, own: StepState): readonly string[] {
  const step = execution.plan.steps[index];
  if (step === undefined || own.status === 'done') return [];
  return [
    `Task: ${stepTask(execution, index)}`,
    own.hint === undefined ? '' : `Hint: ${own.hint}`,
    listed('Files', filesOf(step)),
    listed('Done when', step.criteria),
    listed('Verified by', step.verify),
  ];
}

function filesOf(step: Step): readonly string[] {
  return step.files.map(({ path, action }) => (action === undefined ? path : `${path} (${action})`));
}

function listed(name: string, items: readonly string[]): string {
  return items.length === 0 ? '' : `${name}: ${items.join('; ')}`;
}
