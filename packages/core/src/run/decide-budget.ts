import { whyNotAffordable } from '../execute/budget.js';
import { currentAttempt } from '../coordinate/coordination-state.js';
import { hasHold } from '../execute/execution.js';
import type { CommandContext, CommandOf, Decision } from './commands.js';
import { happens, refused } from './decision.js';
import { type NewRunEvent, runEvent } from './events.js';
import { isUnplanned, type RunState } from './state.js';

/** A new limit; where the run waited because the old one was reached, it goes on. For persons only. */
export function setBudget(state: RunState, command: CommandOf<'budget.set'>, context: CommandContext): Decision {
  if (context.actor.kind !== 'person') return refused('not-a-person', 'only a person may change what a run may spend');
  if (state.status === 'none') return refused('run-not-created', `run ${state.id} does not exist`, 'run-not-found');
  const waits = state.execution !== null && hasHold(state.execution, 'budget');
  return happens(
    runEvent('budget.set', { budget: command.budget }),
    ...reopened(state),
    ...(waits ? [runEvent('hold.cleared', { on: 'plan', reason: 'budget' })] : []),
  );
}

/** A planner, or agents, that came to nothing because there was nothing left to spend go on where they stopped. */
function reopened(state: RunState): readonly NewRunEvent[] {
  const { coordination, error } = state;
  if (isUnplanned(state) && error?.code === 'budget-spent') return [runEvent('planning.reopened', {})];
  const isStopped = coordination !== null && currentAttempt(coordination).failed?.reason === 'budget';
  return isStopped && state.status === 'failed' ? [runEvent('coordination.reopened', { attempt: state.attempt })] : [];
}

/** Makes room for a call before it is made; refused when what is spent and in flight leaves none. */
export function reserveCall(state: RunState, command: CommandOf<'call.reserve'>): Decision {
  const { call, step, tokens, costUsd } = command;
  const why = whyNotAffordable(state.budget, state.spending, { step, tokens, costUsd });
  if (why !== undefined) return refused('budget', why, 'budget-spent');
  return happens(runEvent('call.reserved', { call, step, tokens, costUsd }));
}

export function settleReservation(state: RunState, command: CommandOf<'call.settle'>): Decision {
  const { call, usage } = command;
  if (!state.spending.reserved.some((each) => each.call === call)) return happens();
  return happens(runEvent('call.settled', { call, usage }));
}
