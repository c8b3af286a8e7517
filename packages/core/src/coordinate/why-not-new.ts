import type { CoordinationSettings } from './coordination-settings.js';
import { latestProposal, type ProposalContent, type Refusal } from './coordination-state.js';
import { isSameGraph, isTooAlike, wordsOf } from './novelty.js';
import type { Speaking } from './speaking.js';

/**
 * Why a proposal is nothing new. It is compared with what the agent has seen and with its own last one: two who propose the
 * same without knowing of each other have agreed, not copied.
 */
export function whyNotNew(
  { settings, attempt, round, agent }: Speaking,
  said: ProposalContent & { readonly hash: string },
): Refusal | undefined {
  const own = latestProposal(attempt, agent);
  const seen = attempt.proposals.filter(
    (each) => each === own || round.paper.some(({ proposal }) => proposal === each.proposal),
  );
  const same = seen.find(({ hash }) => hash === said.hash);
  if (same !== undefined)
    return { code: 'duplicate', reason: `this is ${same.proposal} again: vote for it, or propose something else` };
  // Where one agent is asked for a change, a small one is what is wanted.
  const near = round.kind === 'open' ? seen.find((each) => isNear(each, said, settings.novelty)) : undefined;
  if (near === undefined) return undefined;
  return { code: 'near-duplicate', reason: `this is nearly ${near.proposal}: vote for it, or propose something else` };
}

function isNear(a: ProposalContent, b: ProposalContent, novelty: CoordinationSettings['novelty']): boolean {
  if ('plan' in a && 'plan' in b)
    return isSameGraph(a.plan, b.plan) && isTooAlike(wordsOf(a.plan), wordsOf(b.plan), novelty);
  return 'text' in a && 'text' in b && isTooAlike(a.text, b.text, novelty);
}
