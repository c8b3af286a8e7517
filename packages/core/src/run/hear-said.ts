import { checkPlan, type CheckResult } from '../check/check-plan.js';
import { fixPlan } from '../check/fix-plan.js';
import type { Consulted } from '../coordinate/consult-order.js';
import type { ProposalCheck } from '../coordinate/coordination-events.js';
import { type Attempt, proposalNamed, type Refusal } from '../coordinate/coordination-state.js';
import { judgeVote } from '../coordinate/judge-vote.js';
import { readProposal } from '../coordinate/read-proposal.js';
import { presenterName } from '../coordinate/presenter.js';
import { isPass, type Speaking, whyNoAnswer } from '../coordinate/speaking.js';
import { whyDoneAlready } from '../coordinate/why-done-already.js';
import { whyNoGraft } from '../coordinate/why-no-graft.js';
import { whyNotNew } from '../coordinate/why-not-new.js';
import type { Plan } from '../plan/plan.js';
import { planHash } from '../plan/plan-hash.js';
import type { Step } from '../plan/step.js';
import type { CommandContext } from './commands.js';
import type { RunEventData } from './events.js';
import { plannedPlan } from './planned-plan.js';
import { checkContext } from './plan-revision.js';
import type { RunState } from './state.js';

/** What was taken of what an agent said. */
export type Taken =
  | { readonly type: 'proposal'; readonly proposal: Unsigned<'proposal.received'> }
  | { readonly type: 'vote'; readonly ballot: Unsigned<'vote.cast'> }
  | { readonly type: 'pass' };

type Unsigned<Type extends 'proposal.received' | 'vote.cast'> = Omit<
  RunEventData<Type>,
  'attempt' | 'round' | 'agent' | 'usage'
>;

/** What an agent that may speak says, or why it is not taken. */
export function hearSaid(
  state: RunState,
  speaking: Speaking,
  said: Consulted,
  context: CommandContext,
): Taken | Refusal {
  switch (said.type) {
    case 'unusable':
      return { code: said.code, reason: said.reason };
    case 'vote': {
      if (isPass(speaking)) return { type: 'pass' };
      const ballot = judgeVote(speaking, said);
      if ('code' in ballot) return ballot;
      const { proposal, hash, reason, wants } = ballot;
      return { type: 'vote', ballot: { proposal, hash, reason, ...(wants.length === 0 ? {} : { wants }) } };
    }
    case 'new_answer':
      return whyNoAnswer(speaking) ?? hearAnswer(state, speaking, said.content, context);
  }
}

function hearAnswer(state: RunState, speaking: Speaking, content: string, context: CommandContext): Taken | Refusal {
  const { proposals } = speaking.settings;
  const read = readProposal(content, { proposals, maxSteps: state.settings.maxSteps });
  if (!read.ok) return { code: read.code, reason: read.reason };
  const answer = 'plan' in read ? checkedAnswer(state, read, context) : { text: read.text, hash: read.hash };
  const why =
    whyNotNew(speaking, answer) ??
    ('plan' in answer
      ? (whyNotOffered(speaking, answer.plan) ??
        whyDoneAlready(answer.plan, doneSteps(state), isLasting(speaking, context)))
      : undefined);
  return why ?? { type: 'proposal', proposal: { proposal: nextName(speaking), ...answer } };
}

/** What the check can put right without inventing anything is put right before anybody votes: afterwards it would be another plan. */
function checkedAnswer(
  state: RunState,
  read: { readonly plan: Plan; readonly notes: readonly string[] },
  context: CommandContext,
): { readonly plan: Plan; readonly hash: string; readonly check: ProposalCheck; readonly notes: readonly string[] } {
  const held = checkContext(state, context, 'drafted');
  const first = checkPlan(read.plan, held);
  const fixed = first.result === 'auto-fix' ? fixPlan(read.plan, held) : { plan: read.plan, applied: [] };
  const { plan, applied } = fixed;
  return {
    plan,
    hash: planHash(plan),
    check: asCheck(checkPlan(plannedPlan(state, plan), held)),
    notes: [...read.notes, ...applied.map(({ step, reason }) => `put right in ${step}: ${reason}`)],
  };
}

function asCheck({ result, score, critical, minor }: CheckResult): ProposalCheck {
  return { result, score, critical, minor };
}

function whyNotOffered({ attempt, round }: Speaking, plan: Plan): Refusal | undefined {
  const { offer } = round;
  if (offer === undefined) return undefined;
  const voted = planNamed(attempt, offer.choice.proposal);
  const steps = offer.steps.flatMap(
    ({ proposal, step }) => planNamed(attempt, proposal)?.steps.find(({ label }) => label === step) ?? [],
  );
  return voted && whyNoGraft(voted, plan, steps);
}

/** What earlier attempts have carried out. */
function doneSteps({ execution }: RunState): readonly Step[] {
  return execution?.plan.steps.filter((_, index) => execution.steps[index]?.status === 'done') ?? [];
}

/** What agents do with servers of others nobody can take back. Commands of the project, as its tests, may well be run again. */
function isLasting({ settings }: Speaking, { agents = [] }: CommandContext): (step: Step) => boolean {
  const lasting = agents.filter((agent) => agent.class === 'external').map(({ name }) => name);
  const coordinating = [presenterName, ...settings.agents.map(({ id }) => id)];
  return ({ agent }) => coordinating.includes(agent) && lasting.includes(agent);
}

function planNamed(attempt: Attempt, name: string): Plan | undefined {
  const proposal = proposalNamed(attempt, name);
  return proposal !== undefined && 'plan' in proposal ? proposal.plan : undefined;
}

function nextName({ settings, attempt, agent }: Speaking): string {
  const given = attempt.proposals.filter((proposal) => proposal.agent === agent).length;
  return `${settings.agents.find(({ id }) => id === agent)?.alias ?? agent}.${given + 1}`;
}
