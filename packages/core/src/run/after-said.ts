import { checkPlan } from '../check/check-plan.js';
import type { Choice } from '../coordinate/coordination-events.js';
import { currentAttempt, type Proposal, proposalNamed } from '../coordinate/coordination-state.js';
import { roundOutcome } from '../coordinate/round-outcome.js';
import { errorInfo } from '../shared/errors.js';
import type { CommandContext } from './commands.js';
import { type NewRunEvent, runEvent } from './events.js';
import { isExplorationDue } from './exploration-due.js';
import { checkContext, checked, revisionOf } from './plan-revision.js';
import { plannedPlan } from './planned-plan.js';
import type { RunState } from './state.js';

/** What follows from what agents have said, once the project was looked at and nothing is open. */
export function afterSaid(state: RunState, context: CommandContext): readonly NewRunEvent[] {
  const { coordination, attempt } = state;
  if (coordination === null || isExplorationDue(state) || state.asked.length > 0) return [];
  const outcome = roundOutcome(coordination, { at: context.at, isRevising: state.redraft !== null });
  switch (outcome.type) {
    case 'wait':
      return [];
    case 'retire':
      return [runEvent('agent.retired', { attempt, agent: outcome.agent, reason: outcome.reason })];
    case 'round': {
      const { round, paper, asked } = outcome;
      // The clock of the first round starts when there is somebody who asks the agents.
      if (round === 1 && context.executor === undefined) return [];
      return [runEvent('round.started', { attempt, round, paper, asked })];
    }
    case 'offer': {
      const { round, choice, steps } = outcome;
      return [runEvent('graft.offered', { attempt, round, choice, steps })];
    }
    case 'choose':
      return chosen(state, outcome.choice, context);
    case 'fail':
      return [runEvent('coordination.failed', { attempt, reason: outcome.reason, message: outcome.message })];
    case 'keep-plan':
      return [runEvent('planning.failed', { error: errorInfo('agent-failed', outcome.message) })];
  }
}

function chosen(state: RunState, choice: Choice, context: CommandContext): readonly NewRunEvent[] {
  const { coordination, attempt } = state;
  const proposal = coordination === null ? undefined : proposalNamed(currentAttempt(coordination), choice.proposal);
  if (proposal === undefined) return [];
  return [runEvent('proposal.chosen', { attempt, ...choice }), ...taken(state, proposal, context)];
}

/** Exactly what was chosen is the plan: nothing is put right, split or drafted again behind the voters' backs. */
function taken(state: RunState, proposal: Proposal, context: CommandContext): readonly NewRunEvent[] {
  if ('text' in proposal) return [runEvent('run.answered', { source: 'model', answer: proposal.text })];
  const revision = revisionOf(state.revision + 1, plannedPlan(state, proposal.plan), context);
  return [
    runEvent('plan.drafted', {
      ...revision,
      source: 'planner',
      notes: [...proposal.notes],
      proposal: proposal.proposal,
    }),
    checked(revision.revision, checkPlan(revision.plan, checkContext(state, context, 'drafted'))),
  ];
}
