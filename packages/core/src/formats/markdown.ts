import { fieldsInfo, textInfo, textValue } from '../plan/parse/markdown-section.js';
import { fenceAt, isStepHeading } from '../plan/parse/markdown-sections.js';
import { markdownMark, readMarkdownPlan } from '../plan/parse/read-markdown-plan.js';
import type { Plan } from '../plan/plan.js';
import type { Step, StepFile } from '../plan/step.js';
import { stated } from '../shared/stated.js';
import { unlessEmpty } from '../shared/unless-empty.js';
import type { ReadableFormat } from './format.js';

/** A plan as a text to edit by hand. Reading what was written gives an equal plan. */
export const markdown: ReadableFormat = {
  name: 'markdown',
  write: (plan) => `${[comment, ...planParts(plan), ...plan.steps.flatMap(stepParts)].join('\n\n')}\n`,
  read: readMarkdownPlan,
};

const comment = `${markdownMark} plan. Edit what you like and save.
A step is a "##" heading, its list of fields, and below them its task, which may use #E1, #E1.summary or #E1.head=200.
Keep the "id" marks: they tell which step is which. A step without one is new; a step you remove is dropped.
A value with line breaks is written in double quotes, as in JSON. -->`;

function planParts(plan: Plan): readonly string[] {
  const { fix, designDecisions, dataFlow, risks, skeleton, extra } = plan;
  const fields = [
    ...field('mode', plan.mode),
    ...field('advance', plan.advance),
    ...field('venue', plan.venue),
    ...field('kind', plan.kind),
    ...field('complexity', plan.complexity),
    ...field('score', plan.score?.toString()),
    ...field('estimated time', plan.estimatedTime),
    ...field('recommended execution', plan.recommendedExecution),
    ...field('approach', plan.approach),
  ];
  const data = { fix, designDecisions, dataFlow, risks, skeleton, extra: unlessEmpty(extra) };
  return [`# ${valueOf(plan.goal)}`, ...body(fields, data, { name: 'summary', text: plan.summary })];
}

function stepParts(step: Step): readonly string[] {
  const { reference, execution, rationale, test, risks, codeSkeleton, extra } = step;
  const fields = [
    ...field('agent', step.agent),
    ...field('alias', step.alias),
    ...(step.dependsOn.length > 0 ? [`- depends on: ${step.dependsOn.join(', ')}`] : []),
    ...field('scope', step.scope),
    ...field('action', step.action),
    ...field('on failure', step.onFailure),
    ...field('runs on error', step.runsOnError?.toString()),
    ...list('files', step.files.map(fileItem)),
    ...list('implementation', step.implementation.map(valueOf)),
    ...list('criteria', step.criteria.map(valueOf)),
    ...list('verify', step.verify.map(valueOf)),
  ];
  const data = { reference, execution, rationale, test, risks, codeSkeleton, extra: unlessEmpty(extra) };
  const heading = `## ${step.label} · ${valueOf(step.title)} <!-- id: ${step.id} -->`;
  return [heading, ...body(fields, data, { name: 'task', text: step.task })];
}

/** The fields, the block of what is neither text nor list, and the text: below a heading, in this order. */
function body(
  fields: readonly string[],
  data: Readonly<Record<string, unknown>>,
  { name, text }: { readonly name: string; readonly text: string | undefined },
): readonly string[] {
  const known = stated(data);
  const block = unlessEmpty(known) && ['```' + fieldsInfo, JSON.stringify(known, null, 2), '```'].join('\n');
  const hasReturn = text?.includes('\r') ?? false;
  return [
    // An editor may change a carriage return wherever it stands, except in an escape.
    [...fields, ...field(name, hasReturn ? text : undefined)].join('\n'),
    ...(block === undefined ? [] : [block]),
    ...(text === undefined || hasReturn ? [] : [textBlock(text)]),
  ];
}

/** Plain where reading gives the same text back, else inside a fence longer than any in the text. */
function textBlock(text: string): string {
  const isPlain =
    text !== '' &&
    text.trim() === text &&
    !text.split('\n').some((line) => isStepHeading(line) || fenceAt(line) !== undefined);
  if (isPlain) return text;
  const longest = (text.match(/`+/g) ?? []).reduce((length, run) => Math.max(length, run.length), 2);
  const marks = '`'.repeat(longest + 1);
  return [`${marks}${textInfo}`, text, marks].join('\n');
}

function field(name: string, text: string | undefined): readonly string[] {
  return text === undefined ? [] : [`- ${name}: ${valueOf(text)}`];
}

function list(name: string, items: readonly string[]): readonly string[] {
  return items.length === 0 ? [] : [`- ${name}:`, ...items.map((item) => `  - ${item}`)];
}

function fileItem({ path, action, target, change }: StepFile): string {
  const details = [...field('action', action), ...field('target', target), ...field('change', change)];
  return [valueOf(path), ...details.map((line) => `    ${line}`)].join('\n');
}

/** Plain where reading gives the same text back, else as a JSON string. */
function valueOf(text: string): string {
  const isPlain = text !== '' && !/[\r\n]/.test(text) && textValue(text) === text;
  return isPlain ? text : JSON.stringify(text);
}
