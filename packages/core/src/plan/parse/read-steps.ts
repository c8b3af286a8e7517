import { planLimits } from '../plan.js';
import type { Step } from '../step.js';
import { stepFields } from './field-names.js';
import { type FieldContext, readFields } from './fields.js';
import { type Links, linkSteps, shownName } from './link-steps.js';
import { nameByPlace, type NamingOptions, type StepName, nameSteps } from './name-steps.js';
import { isObject } from './plan-within.js';
import { type ReadStep, readStep } from './read-step.js';
import { type Report, createReport, shown } from './report.js';

export type StepsOptions = Pick<NamingOptions, 'reservedLabels'> & {
  /** More are refused; the default is a plan's limit. */
  readonly maxSteps?: number;
  /** Who does a step that names nobody; without it, such a step is a problem. */
  readonly defaultAgent?: string;
};

/** A list this long is a mistake or an attack; that there are too many is then all that is said about it. */
const maxStepsRead = 1_000;

/** Reads the steps of a plan. Where problems were reported the result may be incomplete. */
export function readSteps(value: unknown, plan: Omit<FieldContext, 'step'>, options: StepsOptions): Step[] {
  const items = stepList(value, plan.report, options.maxSteps ?? planLimits.maxSteps);
  const names = nameSteps(items, plan.report, { ...options, isOurs: plan.isOurs });
  const steps = items.flatMap((item, position) => {
    const name = names[position];
    if (name === undefined) return [];
    if (isObject(item)) return readItem(item, name, plan, options);
    reportNoObject(items, position, plan.report);
    return [];
  });
  const links = linkSteps(
    steps.map(({ name, step }) => ({ name, task: step.task, dependsOn: step.dependsOn })),
    plan.report,
  );
  return steps.map(({ step }, position) => withLinks(step, links[position]));
}

function stepList(value: unknown, report: Report, maxSteps: number): readonly unknown[] {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) {
    report.problem('steps-missing', 'the plan has no steps', { field: 'steps' });
    return [];
  }
  if (!Array.isArray(value)) {
    report.problem('field-invalid', `"steps" must be a list, found ${shown(value)}`, { field: 'steps' });
    return [];
  }
  if (value.length > maxSteps) {
    const message = `a plan has at most ${maxSteps} steps, found ${value.length}`;
    report.problem('steps-too-many', message, { step: nameOf(value, maxSteps), field: 'steps' });
  }
  return value.length > Math.max(maxSteps, maxStepsRead) ? [] : value;
}

/** What its author calls the one at a place; what is wrong with those before it is said elsewhere, if at all. */
function nameOf(items: readonly unknown[], position: number): string | null {
  const name = nameSteps(items.slice(0, position + 1), createReport())[position];
  return name === undefined ? null : shownName(name);
}

function readItem(
  item: Readonly<Record<string, unknown>>,
  name: StepName,
  { report, isOurs }: Omit<FieldContext, 'step'>,
  options: Pick<StepsOptions, 'defaultAgent'>,
): { readonly name: StepName; readonly step: ReadStep } {
  const context: FieldContext = { report, isOurs, step: shownName(name) };
  return { name, step: readStep(readFields(item, stepFields, context), name, { ...context, ...options }) };
}

function reportNoObject(items: readonly unknown[], position: number, report: Report): void {
  const message = `step ${position + 1} of the list must be an object, found ${shown(items[position])}`;
  report.problem('step-invalid', message, { step: nameByPlace(items, position) });
}

function withLinks(step: ReadStep, links: Links | undefined): Step {
  return { ...step, task: links?.task ?? step.task, dependsOn: [...(links?.dependsOn ?? [])] };
}
