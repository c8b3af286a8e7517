import { applySidekick, isSidekickEvent, type SidekickEvent } from './apply-sidekick.js';
import type { RoomEvent } from './room-events.js';
import type { RoomPlan, RoomState } from './room-state.js';

/** The room after an event. Never refuses: what is stored has happened. */
export function applyRoom(state: RoomState, event: RoomEvent): RoomState {
  const seen = { ...state, seq: event.seq, updatedAt: event.at };
  return isSidekickEvent(event)
    ? { ...seen, sidekicks: applySidekick(state.sidekicks, event) }
    : applyToRoom(seen, event);
}

function applyToRoom(state: RoomState, event: Exclude<RoomEvent, SidekickEvent>): RoomState {
  switch (event.type) {
    case 'room.created':
      return { ...state, ...event.data, status: 'open', createdAt: event.at };
    case 'room.archived':
      return { ...state, status: 'archived' };
    case 'room.restored':
      return { ...state, status: 'open' };
    case 'room.closed':
      return { ...state, status: 'closed' };
    case 'member.joined':
      return { ...state, members: [...state.members, event.data.member] };
    case 'member.left':
      return { ...state, members: without(state, event.data.member) };
    case 'message.posted':
      return { ...state, messageCount: state.messageCount + 1 };
    case 'plan.attached':
      return { ...state, plan: event.data, plans: [...state.plans, event.data.runId] };
    case 'plan.changed':
      return { ...state, plan: withStatus(state.plan, event.data) };
    case 'plan.released':
      return state.plan?.runId === event.data.runId ? { ...state, plan: null } : state;
  }
}

function without({ members }: RoomState, left: RoomState['members'][number]): RoomState['members'] {
  return members.filter(({ kind, name }) => kind !== left.kind || name !== left.name);
}

function withStatus(plan: RoomPlan | null, { runId, status }: Pick<RoomPlan, 'runId' | 'status'>): RoomPlan | null {
  return plan?.runId === runId ? { ...plan, status } : plan;
}
