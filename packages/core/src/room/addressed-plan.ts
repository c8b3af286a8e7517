import type { RunId } from '../shared/ids.js';
import type { RoomContext, RoomRefusal } from './room-commands.js';
import { refused } from './room-decision.js';
import { frozen, notMember } from './room-guard.js';
import { hasMember, type RoomState } from './room-state.js';

export type AddressedPlan = { readonly ok: true; readonly runId: RunId; readonly isActive: boolean } | RoomRefusal;

/**
 * Which run is meant by a plan command sent to a room (pause, resume, cancel): the active plan, else the latest one, so
 * that asking twice finds the plan it ended. Refused for strangers, in a frozen room, and where there never was a plan.
 */
export function addressedPlan(state: RoomState, { actor }: Pick<RoomContext, 'actor'>): AddressedPlan {
  if (state.status === 'none') {
    return refused('room-missing', `there is no room "${state.id}"`, { code: 'room-not-found' });
  }
  const needsMembership = actor.kind === 'person' || actor.kind === 'agent';
  if (needsMembership && !hasMember(state, actor)) return notMember(state, actor);
  if (state.status !== 'open') return frozen(state, 'changing its plan');
  const runId = state.plan?.runId ?? state.plans.at(-1);
  if (runId !== undefined) return { ok: true, runId, isActive: state.plan !== null };
  return refused('plan-missing', `room "${state.id}" has no plan`, { code: 'run-not-found' });
}
