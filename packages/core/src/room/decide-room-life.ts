import type { Actor } from '../shared/envelope.js';
import type { RoomCommandOf, RoomContext, RoomDecision, RoomRunCommand } from './room-commands.js';
import { followUp, happens, nothingHappens, refused } from './room-decision.js';
import { type Member, type NewRoomEvent, roomEvent } from './room-events.js';
import { activeSidekicks, type RoomState } from './room-state.js';

type LifeCommand = RoomCommandOf<'room.create' | 'room.archive' | 'room.restore' | 'room.close'>;

export function decideRoomLife(state: RoomState, command: LifeCommand, { actor }: RoomContext): RoomDecision {
  if (command.type === 'room.create') return create(state, command, actor);
  const isSupervisor = actor.kind === 'person' || actor.kind === 'system';
  if (!isSupervisor) return refused('person-needed', `only a person may ask for ${command.type}`);
  if (state.type === 'sidekick' && actor.kind === 'person') {
    return refused(
      'read-only',
      `room "${state.id}" follows its sidekick; cancel the sidekick in room "${state.parent ?? ''}"`,
    );
  }
  switch (command.type) {
    case 'room.archive':
      return archive(state);
    case 'room.restore':
      return restore(state);
    case 'room.close':
      return close(state, command.reason ?? null);
  }
}

function create(state: RoomState, command: RoomCommandOf<'room.create'>, actor: Actor): RoomDecision {
  if (state.status !== 'none') return refused('room-exists', `there is a room "${state.id}" already`);
  const { roomType, name, members = [], parent = null } = command;
  const owner = command.owner ?? (actor.kind === 'person' ? actor.name : null);
  const creator: readonly Member[] =
    actor.kind === 'person' || actor.kind === 'agent' ? [{ kind: actor.kind, name: actor.name }] : [];
  const all = new Map([...creator, ...members].map((member) => [`${member.kind} ${member.name}`, member]));
  if (roomType === 'dm' && all.size > 2) return refused('room-full', 'a dm is a conversation of two; create a group');
  return happens([roomEvent('room.created', { type: roomType, name, owner, parent, members: [...all.values()] })]);
}

/** Everything stands still and stays: a plan under way is held, a draft stays a draft, sidekicks pause. */
function archive(state: RoomState): RoomDecision {
  if (state.status === 'archived') return nothingHappens;
  const { plan } = state;
  const isUnderWay = plan !== null && plan.status !== 'draft';
  const events: readonly NewRoomEvent[] = [
    roomEvent('room.archived', {}),
    ...(plan?.status === 'running' ? [roomEvent('plan.changed', { runId: plan.runId, status: 'paused' })] : []),
    ...state.sidekicks
      .filter((sidekick) => sidekick.status === 'running' && sidekick.paused === null)
      .map(({ id }) => roomEvent('sidekick.paused', { sidekick: id, reason: 'room_archived' })),
  ];
  const runCommands: readonly RoomRunCommand[] = isUnderWay ? [{ runId: plan.runId, command: 'hold-archived' }] : [];
  const roomCommands = activeSidekicks(state).map(({ room }) => followUp(room, { type: 'room.archive' }));
  return happens(events, { runCommands, roomCommands });
}

/** Opens the room and wakes nothing: whoever restores it decides what goes on. */
function restore(state: RoomState): RoomDecision {
  if (state.status === 'open') return nothingHappens;
  const roomCommands = activeSidekicks(state).map(({ room }) => followUp(room, { type: 'room.restore' }));
  return happens([roomEvent('room.restored', {})], { roomCommands });
}

/** No plan and no sidekick outlives its room; that they were there stays in its history. */
function close(state: RoomState, reason: string | null): RoomDecision {
  if (state.status === 'closed') return nothingHappens;
  const { plan } = state;
  const sidekicks = activeSidekicks(state);
  const events: readonly NewRoomEvent[] = [
    ...sidekicks.map(({ id }) => roomEvent('sidekick.terminated', { sidekick: id, reason: 'the room was closed' })),
    ...(plan ? [roomEvent('plan.released', { runId: plan.runId, cause: 'room-closed' })] : []),
    roomEvent('room.closed', { reason }),
  ];
  const runCommands: readonly RoomRunCommand[] = plan
    ? [{ runId: plan.runId, command: 'cancel', note: 'the room was closed' }]
    : [];
  return happens(events, {
    runCommands,
    roomCommands: sidekicks.map(({ room }) => followUp(room, { type: 'room.close' })),
  });
}
