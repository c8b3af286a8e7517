import * as z from 'zod';
import type { Plan } from '../plan/plan.js';
import { type CheckResult, resultOf } from './check-plan.js';
import { dimensionSchema } from './dimension.js';
import { betterCriterionSchema, type Finding } from './finding.js';

/** What a model that reviews a plan answers with. */
export const planReviewSchema = z.object({
  findings: z.array(
    z.object({
      dimension: dimensionSchema,
      severity: z.enum(['critical', 'minor']),
      /** A label, or null when it is about the whole plan. */
      step: z.string().nullable(),
      message: z.string(),
    }),
  ),
  /** What it would write for criteria that cannot be measured. */
  criteria: z.array(betterCriterionSchema).optional(),
});
export type PlanReview = z.infer<typeof planReviewSchema>;

/** A reviewer that finds more than this repeats itself. */
const mostFindings = 50;

/**
 * Adds what a reviewer found to what the rules found. It can only add: no rule's finding goes away or becomes less, and what
 * is empty, said already, or about a step that the plan does not have is left out.
 */
export function mergeReview(check: CheckResult, review: PlanReview, plan: Plan): CheckResult {
  const labels = new Set(plan.steps.map(({ label }) => label));
  const said = new Set(check.findings.map(saying));
  const added = review.findings.slice(0, mostFindings).flatMap((found): Finding[] => {
    const finding: Finding = { rule: 'review', ...found, message: found.message.trim() };
    if (finding.message === '' || said.has(saying(finding))) return [];
    if (finding.step !== null && !labels.has(finding.step)) return [];
    said.add(saying(finding));
    return [finding];
  });
  return added.length === 0 ? check : resultOf([...check.findings, ...added]);
}

function saying({ step, message }: Pick<Finding, 'step' | 'message'>): string {
  return `${step ?? ''}\n${message.trim().toLowerCase()}`;
}
