import { type Plan, type Step, stepIdFor } from '@planwright/core';
import { howTo } from './how-to.js';
import { shortened } from './quote.js';

/** A step before it has a label. */
export type StepDraft = Pick<Step, 'title' | 'agent' | 'task'> &
  Partial<Pick<Step, 'dependsOn' | 'implementation' | 'criteria' | 'verify' | 'files' | 'reference' | 'action'>>;

/** Steps in the making: each gets the next label, which later ones may refer to. */
export type StepList = {
  readonly add: (draft: StepDraft) => string;
  readonly steps: readonly Step[];
};

export function createStepList(): StepList {
  const steps: Step[] = [];
  const ids = new Set<string>();
  return {
    steps,
    add: (draft) => {
      const label = `E${steps.length + 1}`;
      const id = stepIdFor(label, ids);
      ids.add(id);
      const lists = { dependsOn: [], files: [], implementation: [], criteria: [], verify: [] };
      const how = howTo({ agent: draft.agent, verify: draft.verify ?? [] });
      steps.push({ ...lists, ...how, ...draft, id, label, title: titleOf(draft.title), extra: {} });
      return label;
    },
  };
}

const longestTitle = 100;

function titleOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const points = Array.from(line);
  return points.length > longestTitle ? `${points.slice(0, longestTitle - 1).join('')}…` : line;
}

/** A person's `#E12` is a word like any other in a task: it refers to no step of ours. */
export function asText(text: string): string {
  return text.replace(/\\?#(?=E[0-9])/g, '\\#');
}

export type PlanTexts = Pick<Plan, 'goal' | 'summary' | 'approach'> &
  Partial<Pick<Plan, 'kind' | 'complexity' | 'score'>>;

export function planOf(texts: PlanTexts, { steps }: StepList): Plan {
  return { ...texts, mode: 'parallel', advance: 'auto', venue: 'main', steps: [...steps], extra: {} };
}

export function oneSentence(task: string): string {
  return shortened(task.replace(/\s+/g, ' ').trim(), 200);
}

/** A name as it is written into a task, to be found to the letter. Not in backticks: those are for commands. */
export function quoted(name: string): string {
  return `"${name}"`;
}
