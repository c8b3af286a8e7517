import {
  counted,
  type CheckResult,
  checkPlan,
  type ConsultOrder,
  type Consulted,
  type PaperEntry,
  type Plan,
} from '@planwright/core';

type Candidate = {
  readonly entry: PaperEntry;
  readonly check: CheckResult;
  readonly steps: number;
};

/** The vote that the check comes to: the best score, then fewer steps, then the place on the paper; undefined without a plan to vote for. */
export function offlineBallot(
  { paper, settings, task }: Pick<ConsultOrder, 'paper' | 'settings' | 'task'>,
  agents: readonly string[],
): Extract<Consulted, { type: 'vote' }> | undefined {
  const candidates = paper
    .filter(({ isOwn }) => settings.selfVotes || !isOwn)
    .flatMap((entry) => (entry.plan === undefined ? [] : [candidateOf(entry, entry.plan, { agents, task })]));
  const [best] = candidates.toSorted(better);
  if (best === undefined) return undefined;
  return { type: 'vote', proposal: best.entry.proposal, reason: reasonFor(best, candidates) };
}

function candidateOf(
  entry: PaperEntry,
  plan: Plan,
  { agents, task }: { readonly agents: readonly string[]; readonly task: string },
): Candidate {
  return {
    entry,
    check: checkPlan(plan, { agents, source: 'drafted', drafter: 'code', task }),
    steps: plan.steps.length,
  };
}

function better(one: Candidate, other: Candidate): number {
  return other.check.score - one.check.score || one.steps - other.steps;
}

/** Says what decided, and nothing that did not. */
function reasonFor(best: Candidate, candidates: readonly Candidate[]): string {
  const { score, critical, minor } = best.check;
  const findings =
    critical + minor === 0 ? 'no finding' : `${critical} critical and ${counted(minor, 'minor finding')}`;
  const checked = `its check gives ${score} of 100 with ${findings}`;
  const others = candidates.filter((candidate) => candidate !== best);
  if (others.length === 0) return `${checked}; there was no other to vote for`;
  const alike = others.filter(({ check }) => check.score === score);
  if (alike.length === 0) return `${checked}, more than any other`;
  const asShort = alike.filter(({ steps }) => steps === best.steps);
  const steps = counted(best.steps, 'step');
  if (asShort.length === 0)
    return `${checked}, as much as ${counted(alike.length, 'other')}, and it has the fewest steps: ${steps}`;
  return `${checked} and it has ${steps}, like ${counted(asShort.length, 'other')}; it comes first on the paper`;
}
