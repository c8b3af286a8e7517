import type { Approval, Ground } from './approval.js';

export type ApprovalProblem = {
  readonly code: 'not-approved' | 'plan-changed' | 'base-moved' | 'agents-changed';
  readonly message: string;
};

/**
 * Why an approval does not cover what would run now; none when it does. What either side does not know is not compared: an
 * approval from before the ground was recorded binds the plan alone. So does the rule that reading needs no permission:
 * whoever reads, and from whichever commit, needs none.
 */
export function approvalProblems(
  approval: Approval | null,
  now: { readonly hash: string | null; readonly ground?: Ground | undefined },
): readonly ApprovalProblem[] {
  if (approval === null) return [{ code: 'not-approved', message: 'nobody approved this plan' }];
  const ground = approval.policy === 'reads-only' ? undefined : approval.ground;
  return [...planChanged(approval, now.hash), ...groundMoved(ground, now.ground)];
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
      message: `the agents, tools or models are not those it was approved with${changedParts(approved.parts, now.parts)}`,
    });
  return problems;
}

function short(commit: string | null): string {
  return commit === null ? 'no commit' : commit.slice(0, 12);
}

type Parts = Ground['parts'];

function changedParts(approved: Parts, now: Parts): string {
  if (approved === undefined || now === undefined) return '';
  const changes = [...new Set([...Object.keys(approved), ...Object.keys(now)])].flatMap((name): string[] => {
    if (approved[name] === now[name]) return [];
    if (approved[name] === undefined) return [`${name} is new`];
    return [now[name] === undefined ? `${name} is gone` : `${name} has changed`];
  });
  return changes.length === 0 ? '' : `: ${changes.join(', ')}`;
}
