import type { Approval } from './approval.js';

/** What is kept of every decision: who, when, on which plan, and what it stood on. */
type Decided = Omit<Approval, 'policy' | 'limits'>;

/** One decision about a plan that was submitted. All of them are kept, whatever the plan became. */
export type ApprovalRecord =
  | ({ readonly decision: 'approved' } & Approval)
  | ({ readonly decision: 'revision'; readonly feedback: string } & Decided)
  | ({ readonly decision: 'rejected'; readonly reason: string } & Decided);

/** From this many rejections on, more of the same does not help. */
export const rejectionLimit = 3;

/** Rejections since a plan of this run was last approved. */
export function rejectionsIn(history: readonly ApprovalRecord[]): number {
  const last = history.findLastIndex(({ decision }) => decision === 'approved');
  return history.slice(last + 1).filter(({ decision }) => decision === 'rejected').length;
}

/** The rejection of this very plan, where that was the last word about it. */
export function rejectionOf({
  approvals,
  hash,
}: {
  readonly approvals: readonly ApprovalRecord[];
  readonly hash: string | null;
}): Extract<ApprovalRecord, { decision: 'rejected' }> | undefined {
  const last = approvals.findLast((record) => record.hash === hash);
  return last?.decision === 'rejected' ? last : undefined;
}
