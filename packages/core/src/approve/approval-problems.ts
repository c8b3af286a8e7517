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
      message: `the agents, tools or models are not those it was approved with${changedParts(approved, now)}`,
    });
  return problems;
}

function short(commit: string | null): string {
  return commit === null ? 'no commit' : commit.slice(0, 12);
}

/** More would hide what matters: without its model nearly every agent of a plan is another one. */
const mostNamed = 4;

function changedParts(approved: Ground, now: Ground): string {
  if (approved.parts === undefined || now.parts === undefined) return '';
  const names = new Set([...Object.keys(approved.parts), ...Object.keys(now.parts)]);
  const changes = [...names].flatMap((name) => changeOf(name, approved, now) ?? []);
  if (changes.length === 0) return '';
  const more = changes.length - mostNamed;
  return `: ${changes.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function changeOf(name: string, approved: Ground, now: Ground): string | undefined {
  const [before, after] = [approved.parts?.[name], now.parts?.[name]];
  if (before === after) return undefined;
  if (name === 'model' && approved.model !== undefined && now.model !== undefined)
    return `the model was ${approved.model} and is ${now.model}`;
  if (before === undefined) return `${name} is new`;
  return `${name} ${after === undefined ? 'is gone' : 'has changed'}`;
}
