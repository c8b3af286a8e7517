import type { RunId } from '../shared/ids.js';
import { isActiveSidekick } from './sidekick.js';
import type { RoomCommandOf, RoomDecision, RoomRunCommand } from './room-commands.js';
import { followUp, happens, nothingHappens, refused } from './room-decision.js';
import { type NewRoomEvent, roomEvent } from './room-events.js';
import type { RoomPlan, RoomState } from './room-state.js';

/** One active plan a room: a draft, a running or a paused one. */
export function decidePlanSlot(
  state: RoomState,
  command: RoomCommandOf<'plan.attach' | 'plan.update' | 'plan.settle'>,
): RoomDecision {
  switch (command.type) {
    case 'plan.attach':
      return attach(state, command);
    case 'plan.update':
      return update(state, command);
    case 'plan.settle':
      return settle(state, command);
  }
}

function attach(state: RoomState, command: RoomCommandOf<'plan.attach'>): RoomDecision {
  const { runId, status, sidekick = null, replaceDraft = false } = command;
  const { plan } = state;
  if (plan?.runId === runId) return nothingHappens;
  if (state.type === 'sidekick') {
    return refused(
      'plan-elsewhere',
      `a plan belongs to room "${state.parent ?? ''}", where people can write, not to its sidekick's`,
    );
  }
  if (state.plans.includes(runId))
    return refused('plan-settled', `${runId} was here before and is over; start a new run`);
  if (sidekick !== null && !state.sidekicks.some((known) => known.id === sidekick && isActiveSidekick(known))) {
    return refused('sidekick-missing', `room "${state.id}" has no active sidekick "${sidekick}"`);
  }
  const attached = roomEvent('plan.attached', { runId, status, sidekick });
  if (plan === null) return happens([attached]);
  return plan.status === 'draft' && replaceDraft ? replace(state, plan, attached) : slotTaken(state, plan);
}

function slotTaken({ id }: RoomState, { runId, status }: RoomPlan): RoomDecision {
  const way = status === 'draft' ? 'start it, cancel it or replace the draft' : 'cancel it or wait until it is over';
  const message = `room "${id}" has an active plan, ${runId} (${status}); ${way}`;
  return refused('plan-active', message, { details: { runId, status } });
}

function replace(state: RoomState, draft: RoomPlan, attached: NewRoomEvent): RoomDecision {
  const ended = endSidekicks(state, draft.runId, 'its plan was replaced');
  const runCommands: readonly RoomRunCommand[] = [
    { runId: draft.runId, command: 'cancel', note: 'the draft was replaced' },
  ];
  const released = roomEvent('plan.released', { runId: draft.runId, cause: 'replaced' });
  return happens([...ended.events, released, attached], { runCommands, roomCommands: ended.roomCommands });
}

function update(state: RoomState, { runId, status }: RoomCommandOf<'plan.update'>): RoomDecision {
  if (state.plan?.runId !== runId) return notActive(state, runId);
  return state.plan.status === status ? nothingHappens : happens([roomEvent('plan.changed', { runId, status })]);
}

/** The slot is free at once. A plan that was stopped takes the sidekicks that worked for it along. */
function settle(state: RoomState, { runId, outcome }: RoomCommandOf<'plan.settle'>): RoomDecision {
  if (state.plan?.runId !== runId) return state.plans.includes(runId) ? nothingHappens : notActive(state, runId);
  const released = roomEvent('plan.released', { runId, cause: outcome });
  if (outcome === 'done') return happens([released]);
  const ended = endSidekicks(state, runId, `its plan was ${outcome === 'failed' ? 'given up' : 'cancelled'}`);
  return happens([...ended.events, released], { roomCommands: ended.roomCommands });
}

function notActive(state: RoomState, runId: RunId): RoomDecision {
  return refused('plan-missing', `${runId} is not the active plan of room "${state.id}"`, { code: 'run-not-found' });
}

function endSidekicks(state: RoomState, runId: RunId, reason: string) {
  const venue = state.plan?.runId === runId ? state.plan.sidekick : null;
  const workers = state.sidekicks.filter(
    (sidekick) => isActiveSidekick(sidekick) && (sidekick.runId === runId || sidekick.id === venue),
  );
  return {
    events: workers.map(({ id }) => roomEvent('sidekick.terminated', { sidekick: id, reason })),
    roomCommands: workers.map(({ room }) => followUp(room, { type: 'room.close', reason })),
  };
}
