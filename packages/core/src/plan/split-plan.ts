import type { Plan } from './plan.js';
import { stepGraph } from './step-graph.js';

/** A step of a later plan: enough to draft it when its time has come. */
export type OutlinedStep = { readonly label: string; readonly title: string; readonly task: string };

/** More than this is no plan to be split but a planner that does not stop. */
export const mostDraftedSteps = 200;
const longestTask = 500;

/**
 * A plan of at most so many steps, and what is left of it for the plans that follow. The steps that come first need none of
 * those that come later; they keep their labels and their order.
 */
export function splitPlan(
  plan: Plan,
  most: number,
): { readonly plan: Plan; readonly outline: readonly OutlinedStep[] } {
  if (plan.steps.length <= most) return { plan, outline: [] };
  const now = new Set(stepGraph(plan).order.slice(0, most));
  return {
    plan: { ...plan, steps: plan.steps.filter((_, place) => now.has(place)) },
    outline: plan.steps
      .filter((_, place) => !now.has(place))
      .map(({ label, title, task }) => ({ label, title, task: task.slice(0, longestTask) })),
  };
}

/** What the planner of the next plan is told: what was to follow, and how the plan before it went. */
export function nextPlanBrief(
  outline: readonly OutlinedStep[],
  before: { readonly plan: string; readonly report: string },
): string {
  return [
    `The work needs more steps than one plan has. ${before.plan} has carried out the first of them:`,
    '',
    before.report.trim(),
    '',
    'What was to follow, under the labels of that plan. Plan this and nothing of what is done:',
    '',
    ...outline.map(({ label, title, task }) => `- ${label} ${title}${task === title ? '' : `: ${task}`}`),
  ].join('\n');
}
