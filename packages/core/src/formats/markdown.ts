import { stated } from '../shared/stated.js';
import { closesFence, fenceAt } from '../plan/parse/markdown-sections.js';
import { fieldsInfo, textInfo, textValue } from '../plan/parse/markdown-section.js';
import { markdownMark, readMarkdownPlan } from '../plan/parse/read-markdown-plan.js';
import type { Plan } from '../plan/plan.js';
import type { Step, StepFile } from '../plan/step.js';
import type { ReadableFormat } from './format.js';

/** A plan as a text to edit by hand. Reading back what was written gives an equal plan. */
export const markdown: ReadableFormat = {
  name: 'markdown',
  write: (plan) => [comment, planText(plan), ...plan.steps.map(stepText)].join('\n\n') + '\n',
  read: readMarkdownPlan,
};

const comment = `${markdownMark} plan. Edit what you like and save.
A step is a "##" heading, its list of fields, and below them its task, which may use #E1, #E1.summary, #E1.head=200.
Keep the "id" marks: they tell which step is which. A step without one is new, a step you remove is dropped.
Write a value in "double quotes" (as in JSON) if it has line breaks. -->`;

function planText(plan: Plan): string {
  const { goal, summary, steps: _steps, extra, fix, designDecisions, dataFlow, risks, skeleton, ...plain } = plan;
  const data = { fix, designDecisions, dataFlow, risks, skeleton, extra: unlessEmpty(extra) };
  return section(`# ${value(goal)}`, plain, data, { name: 'summary', text: summary });
}
