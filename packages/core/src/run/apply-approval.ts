import type { ApprovalRecord } from '../approve/approval-history.js';
import type { Approval } from '../approve/approval.js';
import { revisionEnded } from '../coordinate/fold-coordination.js';
import { stated } from '../shared/stated.js';
import type { RunEvent } from './events.js';
import { changed, type FreshState } from './fresh-state.js';
import type { RunState } from './state.js';

export function planApproved(state: FreshState, event: RunEvent & { type: 'plan.approved' }): RunState {
  const { policy, limits } = event.data;
  const approval: Approval = { ...boundBy(event), policy, ...stated({ limits }) };
  return changed(decided(state, { ...approval, decision: 'approved' }), { approval });
}

export function planRejected(state: FreshState, event: RunEvent & { type: 'plan.rejected' }): RunState {
  const { reason, alternatives = [] } = event.data;
  return changed(decided(state, { ...boundBy(event), reason, decision: 'rejected' }), { alternatives });
}

export function revisionRequested(state: FreshState, event: RunEvent & { type: 'plan.revision-requested' }): RunState {
  const { cause, feedback = '', findings = [] } = event.data;
  if (cause === 'check')
    return changed(state, {
      status: 'planning',
      redraft: { feedback: null, findings },
      regenerations: state.regenerations + 1,
    });
  return changed(decided(state, { ...boundBy(event), feedback, decision: 'revision' }), {
    status: 'planning',
    redraft: { feedback, findings },
    regenerations: 0,
  });
}

/** The plan that was there is still there: a draft that could not be made costs nothing but itself. */
export function redraftFailed(state: FreshState, message: string): RunState {
  return changed(state, {
    coordination: state.coordination && revisionEnded(state.coordination),
    status: 'draft',
    redraft: null,
    notes: [...state.notes, `no new draft could be made: ${message}`],
  });
}

/** Keeps the decision for good. Only an approval lets the plan run. */
function decided(state: FreshState, record: ApprovalRecord): FreshState {
  const { execution } = state;
  return changed(state, {
    approval: null,
    approvals: [...state.approvals, record],
    lastDecided: execution === null ? null : { revision: record.revision, plan: execution.plan },
    alternatives: [],
  });
}

type DecisionEvent = Extract<RunEvent, { type: 'plan.approved' | 'plan.revision-requested' | 'plan.rejected' }>;

/** Who decided, when, on which plan, and what it stood on. */
function boundBy({ data, actor, at }: DecisionEvent): Omit<Approval, 'policy' | 'limits'> {
  const { revision, hash, ground, toolPolicy, budget } = data;
  return { revision, hash, by: actor.name, at, ...stated({ ground, toolPolicy, budget }) };
}
