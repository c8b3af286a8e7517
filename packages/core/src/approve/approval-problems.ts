import type { Approval, Ground } from './approval.js';

export type ApprovalProblem = {
  readonly code: 'not-approved' | 'plan-changed' | 'base-moved' | 'agents-changed';
  /** All of it, for whoever approves again. */
  readonly message: string;
  /** The same in short, for a line of a card. */
  readonly summary: string;
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
  if (approval === null) return [problem('not-approved', 'nobody approved this plan')];
  const ground = approval.policy === 'reads-only' ? undefined : approval.ground;
  return [...planChanged(approval, now.hash), ...groundMoved(ground, now.ground)];
}

function planChanged({ revision, hash }: Approval, now: string | null): readonly ApprovalProblem[] {
  if (hash === now) return [];
  return [problem('plan-changed', `revision ${revision} was approved, and the plan has changed since`)];
}

function groundMoved(approved: Ground | undefined, now: Ground | undefined): readonly ApprovalProblem[] {
  if (approved === undefined || now === undefined) return [];
  const problems: ApprovalProblem[] = [];
  if (approved.baseCommit !== now.baseCommit)
    problems.push(
      problem(
        'base-moved',
        `it was approved on ${short(approved.baseCommit)}, and the project is now at ${short(now.baseCommit)}`,
      ),
    );
  if (approved.agents !== now.agents) problems.push(agentsChanged(changedParts(approved, now)));
  return problems;
}

function problem(code: ApprovalProblem['code'], message: string): ApprovalProblem {
  return { code, message, summary: message };
}

/** More would hide what matters on a card: without its model nearly every agent of a plan is another one. */
const mostNamed = 4;

function agentsChanged(changes: readonly string[]): ApprovalProblem {
  const what = 'the agents, tools or models are not those it was approved with';
  const told = (named: readonly string[]): string => (named.length === 0 ? what : `${what}: ${named.join(', ')}`);
  const more = changes.length - mostNamed;
  const summary = `${told(changes.slice(0, mostNamed))}${more > 0 ? ` and ${more} more` : ''}`;
  return { code: 'agents-changed', message: told(changes), summary };
}

function short(commit: string | null): string {
  return commit === null ? 'no commit' : commit.slice(0, 12);
}

function changedParts(approved: Ground, now: Ground): readonly string[] {
  if (approved.parts === undefined || now.parts === undefined) return [];
  const names = new Set([...Object.keys(approved.parts), ...Object.keys(now.parts)]);
  return [...names].flatMap((name) => changeOf(name, approved, now) ?? []);
}

function changeOf(name: string, approved: Ground, now: Ground): string | undefined {
  const [before, after] = [approved.parts?.[name], now.parts?.[name]];
  if (before === after) return undefined;
  if (name === 'model' && approved.model !== undefined && now.model !== undefined)
    return `the model was ${approved.model} and is ${now.model}`;
  if (before === undefined) return `${name} is new`;
  return `${name} ${after === undefined ? 'is gone' : 'has changed'}`;
}
