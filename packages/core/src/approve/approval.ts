import { z } from 'zod';
import type { ToolClass } from '../tools/tool-class.js';

/** Who let a plan run: somebody who looked, a policy that was asked for, or the rule that reading needs no permission. */
export const approvalPolicySchema = z.enum(['person', 'auto', 'reads-only']);
export type ApprovalPolicy = z.infer<typeof approvalPolicySchema>;

/** Binds exactly one plan: a changed plan has another hash and is not approved. */
export type Approval = {
  readonly revision: number;
  readonly hash: string;
  readonly policy: ApprovalPolicy;
  readonly by: string;
  readonly at: string;
};

export function isApproved(approval: Approval | null, hash: string | null): boolean {
  return approval !== null && approval.hash === hash;
}

/** A plan whose every step only reads may run unattended. */
export function onlyReads(classes: readonly ToolClass[]): boolean {
  return classes.every((each) => each === 'reads');
}
