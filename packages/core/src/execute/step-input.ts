import { fillReferences, referencesIn } from '../plan/references.js';
import { stepGraph } from '../plan/step-graph.js';
import { fenced } from '../shared/fenced.js';
import type { Execution } from './execution.js';
import { isErrorInput, type StepState } from './step-state.js';

/** What a placeholder to this step reads: its answer, or why there is none. */
export function answerOf(step: StepState): string | undefined {
  switch (step.status) {
    case 'done':
      return step.answer;
    case 'failed':
      return `<error: ${step.error.message}>`;
    case 'skipped':
      return isErrorInput(step) ? `<error: skipped: ${step.reason}>` : `<skipped: ${step.reason}>`;
    case 'pending':
    case 'in_progress':
      return undefined;
  }
}

/** The step's task with earlier answers filled in; `delimited` marks them as data, for prompts. */
export function stepTask(execution: Execution, index: number, delimited = false): string {
  const template = execution.plan.steps[index]?.task ?? '';
  if (!template.includes('#')) return template;
  const { indexOfLabel } = stepGraph(execution.plan);
  const answers = new Map<string, string>();
  for (const { label } of referencesIn(template)) {
    const state = execution.steps[indexOfLabel.get(label) ?? -1];
    const answer = state === undefined ? undefined : answerOf(state);
    if (answer !== undefined) answers.set(label, answer);
  }
  return fillReferences(template, answers, delimited ? { delimit: fenced } : {});
}

/** A pending step that may write and would start on an error, unless it says it can. */
export function startsOnError(execution: Execution, index: number): boolean {
  if (execution.classes[index] === 'reads' || execution.plan.steps[index]?.runsOnError === true) return false;
  return failedNeeds(execution, index).length > 0;
}

/** Labels of the steps it needs whose answer is an error. */
export function failedNeeds(execution: Execution, index: number): readonly string[] {
  return (stepGraph(execution.plan).needs[index] ?? []).flatMap((need) => {
    const state = execution.steps[need];
    const label = execution.plan.steps[need]?.label;
    return state !== undefined && label !== undefined && isErrorInput(state) ? [label] : [];
  });
}
