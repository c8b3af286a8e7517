import type { Approval, Ground } from './approval.js';

export type ApprovalProblem = {
  readonly code: 'not-approved' | 'plan-changed' | 'base-moved' | 'agents-changed';
  readonly message: string;
};

/**
 * Why an approval does not cover what would run now; none when it does. What either side does not know is not compared: an
 * approval from before the ground was recorded binds the plan alone.
 */
export function approvalProblems(
  approval: Approval | null,
  now: { readonly hash: string | null; readonly ground?: Ground | undefined },
): readonly ApprovalProblem[] {
  if (approval === null) return [{ code: 'not-approved', message: 'nobody approved this plan' }];
  return [...planChanged(approval, now.hash), ...groundMoved(approval.ground, now.ground)];
}

function planChanged({ revision, hash }: Approval, now: string | null): readonly ApprovalProblem[] {
  if (hash === now) return [];
  return [{ code: 'plan-changed', message: `revision ${revision} was approved, and the plan has changed since` }];
}

function groundMoved(approved: Ground | undefined, now: Ground | undefined): readonly ApprovalProblem[] {
  if (approved === undefined || now === undefined) return [];
  const problems: ApprovalProblem[] = [];
  if (approved.baseCommit !== now.baseCommit)
    problems.push({
      code: 'base-moved',
      message: `it was approved on ${short(approved.baseCommit)}, and the project is now at ${short(now.baseCommit)}`,
    });
  if (approved.agents !== now.agents)
    problems.push({
      code: 'agents-changed',
      message: 'the agents, tools or models are not those it was approved with',
    });
  return problems;
}

function short(commit: string | null): string {
  return commit === null ? 'no commit' : commit.slice(0, 12);
}
