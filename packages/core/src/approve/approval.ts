import * as z from 'zod';
import { type ToolClass, toolClassSchema } from '../tools/tool-class.js';
import type { ApprovalLimits } from './approval-limits.js';

/** Who let a plan run: somebody who looked, a policy that was asked for, or the rule that reading needs no permission. */
export const approvalPolicySchema = z.enum(['person', 'auto', 'reads-only']);
export type ApprovalPolicy = z.infer<typeof approvalPolicySchema>;

/** What the calls of one step may do, as it was approved. */
export const approvedStepSchema = z.object({
  step: z.string(),
  class: toolClassSchema,
  files: z.union([z.literal('any'), z.array(z.string())]),
  commands: z.array(z.string()),
  otherwise: z.enum(['ask', 'refuse']),
});
export type ApprovedStep = z.infer<typeof approvedStepSchema>;

/** What a plan stands on beside itself: the commit the project is at, and the agents, tools and models there are. */
export const groundSchema = z.object({
  /** Null where the project is not in git, or has no commit yet. */
  baseCommit: z.string().nullable(),
  /** `agentsHash` of all that was resolved. */
  agents: z.string(),
  /** The same by name, a short hash each, so that what changed can be named. Older approvals have none. */
  parts: z.record(z.string(), z.string()).optional(),
  /** The models as they were named, so that they can be named again. Older approvals have none. */
  model: z.string().optional(),
});
export type Ground = z.infer<typeof groundSchema>;

/** Binds exactly one plan: a changed plan has another hash and is not approved. The rest was not recorded before 0.2. */
export type Approval = {
  readonly revision: number;
  readonly hash: string;
  readonly policy: ApprovalPolicy;
  readonly by: string;
  readonly at: string;
  readonly ground?: Ground | undefined;
  readonly toolPolicy?: readonly ApprovedStep[] | undefined;
  /** What the run may spend; absent for no limit. */
  readonly budget?: Readonly<Record<string, number | undefined>> | undefined;
  /** Within what `auto` was allowed. */
  readonly limits?: ApprovalLimits | undefined;
};

export function isApproved(approval: Approval | null, hash: string | null): boolean {
  return approval !== null && approval.hash === hash;
}

/** A plan whose every step only reads may run unattended. */
export function onlyReads(classes: readonly ToolClass[]): boolean {
  return classes.every((each) => each === 'reads');
}
