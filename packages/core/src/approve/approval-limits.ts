import * as z from 'zod';
import type { Plan } from '../plan/plan.js';
import { covers, overlap } from '../check/path-overlap.js';
import { highestClass, type ToolClass, toolClassSchema } from '../tools/tool-class.js';

/** What the policy `auto` may let run without a person. What is not limited is allowed: `auto` itself has to be asked for. */
export const approvalLimitsSchema = z.object({
  complexity: z.enum(['low', 'medium', 'high']).optional(),
  class: toolClassSchema.optional(),
  /** The run must have a budget, and no more than this. */
  budget: z.object({ tokens: z.number().positive().optional(), costUsd: z.number().positive().optional() }).optional(),
  /** The only files, folders or patterns that steps may name; a step that may write and names none may write any. */
  files: z.array(z.string()).optional(),
  /** Files, folders or patterns that a person looks at whenever a step may write them. */
  exceptFiles: z.array(z.string()).optional(),
});
export type ApprovalLimits = z.infer<typeof approvalLimitsSchema>;

export type ApprovalSubject = {
  readonly plan: Plan;
  readonly classes: readonly ToolClass[];
  readonly budget: { readonly tokens?: number | undefined; readonly costUsd?: number | undefined } | null;
};

const levels = ['low', 'medium', 'high'] as const;

/** Why a person must look although `auto` was asked for, a sentence each; none when the plan is within the limits. */
export function beyondLimits(subject: ApprovalSubject, limits: ApprovalLimits): readonly string[] {
  return [
    ...beyondComplexity(subject, limits),
    ...beyondClass(subject, limits),
    ...beyondBudget(subject, limits),
    ...beyondFiles(subject, limits),
  ];
}

/** A plan that does not say how complex it is counts as high. */
function beyondComplexity({ plan }: ApprovalSubject, { complexity }: ApprovalLimits): readonly string[] {
  const own = plan.complexity ?? 'high';
  if (complexity === undefined || levels.indexOf(own) <= levels.indexOf(complexity)) return [];
  return [`its complexity is ${plan.complexity ?? 'not known'}, and only ${complexity} may run by itself`];
}

function beyondClass({ plan, classes }: ApprovalSubject, limits: ApprovalLimits): readonly string[] {
  const most = limits.class;
  if (most === undefined) return [];
  return plan.steps.flatMap(({ label }, index) => {
    const own = classes[index] ?? 'external';
    return highestClass([own, most]) === most ? [] : [`step ${label} is ${own}, and only ${most} may run by itself`];
  });
}

function beyondBudget({ budget }: ApprovalSubject, { budget: most }: ApprovalLimits): readonly string[] {
  if (most === undefined) return [];
  return (['tokens', 'costUsd'] as const).flatMap((unit) => {
    const [limit, own] = [most[unit], budget?.[unit]];
    if (limit === undefined || (own !== undefined && own <= limit)) return [];
    const found = own === undefined ? 'it has no such budget' : `its budget is ${own}`;
    return [`${found}, and only ${limit} ${unit === 'tokens' ? 'tokens' : 'US dollars'} may be spent by itself`];
  });
}

function beyondFiles({ plan, classes }: ApprovalSubject, limits: ApprovalLimits): readonly string[] {
  const { files, exceptFiles = [] } = limits;
  if (files === undefined && exceptFiles.length === 0) return [];
  return plan.steps.flatMap((step, index): string[] => {
    if (classes[index] === 'reads') return [];
    if (step.files.length === 0) return [`step ${step.label} does not say which files it may write`];
    return step.files.flatMap(({ path }) => {
      const isNamed = files === undefined || files.some((allowed) => covers(allowed, path));
      const isExcepted = exceptFiles.some((excepted) => overlap(excepted, path));
      return isNamed && !isExcepted ? [] : [`step ${step.label} may write "${path}", which a person must allow`];
    });
  });
}
