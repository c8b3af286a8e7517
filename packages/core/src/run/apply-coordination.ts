import type { CoordinationEventType } from '../coordinate/coordination-events.js';
import { foldCoordination } from '../coordinate/fold-coordination.js';
import { addUsage } from '../execute/step-outcome.js';
import { errorInfo } from '../shared/errors.js';
import type { RunEvent } from './events.js';
import type { RunState } from './state.js';

/** An event of a coordination: what it says about the agents, and what follows for the run. */
export function coordinated(state: RunState, event: RunEvent & { type: CoordinationEventType }): RunState {
  if (state.coordination === null) return state;
  const previousAnswer = state.answer?.text ?? null;
  const coordination = foldCoordination(state.coordination, event, { at: event.at, previousAnswer });
  const usage = 'usage' in event.data && event.data.usage ? addUsage(state.usage, event.data.usage) : state.usage;
  const folded = { ...state, coordination, usage };
  if (event.type === 'coordination.failed') return failed(folded, event);
  if (event.type === 'coordination.reopened') return plannedOn(folded);
  return event.type === 'run.restarted' ? restarted(folded, event.data.attempt) : folded;
}

/** What earlier attempts did is told by the report; no model is asked for an answer any more. */
function failed(state: RunState, { data, at }: RunEvent & { type: 'coordination.failed' }): RunState {
  return {
    ...state,
    status: 'failed',
    error: errorInfo('agent-failed', data.message, { reason: data.reason }),
    hadErrors: true,
    endedAt: at,
    answer: state.execution === null ? null : { text: null, source: 'report' },
  };
}

function plannedOn(state: RunState): RunState {
  return { ...state, status: 'planning', error: null, hadErrors: false, endedAt: null, answer: null };
}

/** Planned again, with all that was done and found kept; nothing of it is approved any more. */
function restarted(state: RunState, attempt: number): RunState {
  return {
    ...state,
    attempt,
    status: 'planning',
    approval: null,
    redraft: null,
    regenerations: 0,
    endedAt: null,
    hadErrors: false,
    answer: null,
  };
}
