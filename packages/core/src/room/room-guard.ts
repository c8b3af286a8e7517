import type { Actor } from '../shared/envelope.js';
import type { RoomCommand, RoomContext, RoomRefusal, SidekickCommand } from './room-commands.js';
import { refused } from './room-decision.js';
import { hasMember, type RoomState, type RoomStatus } from './room-state.js';

const open: readonly RoomStatus[] = ['open'];
const unlessClosed: readonly RoomStatus[] = ['open', 'archived'];
const always: readonly RoomStatus[] = ['open', 'archived', 'closed'];

/**
 * A frozen room takes no new work. What was under way when it froze may still be reported and stopped: finished work is
 * not lost, and a slot that is not needed is given back.
 */
const possibleIn: Readonly<Record<Exclude<RoomCommand['type'], 'room.create'>, readonly RoomStatus[]>> = {
  'room.archive': unlessClosed,
  'room.restore': unlessClosed,
  'room.close': always,
  'member.join': open,
  'member.leave': open,
  'message.post': open,
  'plan.attach': open,
  'plan.update': always,
  'plan.settle': always,
  'sidekick.spawn': open,
  'sidekick.start': unlessClosed,
  'sidekick.begin-step': open,
  'sidekick.turn': unlessClosed,
  'sidekick.spend': unlessClosed,
  'sidekick.check': unlessClosed,
  'sidekick.pause': unlessClosed,
  'sidekick.resume': open,
  'sidekick.raise-budget': open,
  'sidekick.complete': unlessClosed,
  'sidekick.cancel': always,
};

/** Why a command cannot even be looked at: no such room, a frozen one, or nobody of this room. */
export function guardRoom(
  state: RoomState,
  command: Exclude<RoomCommand, { type: 'room.create' }>,
  { actor }: RoomContext,
): RoomRefusal | undefined {
  if (state.status === 'none')
    return refused('room-missing', `there is no room "${state.id}"`, { code: 'room-not-found' });
  if (command.type !== 'member.join' && !belongs(state, command, actor)) return notMember(state, actor);
  return possibleIn[command.type].includes(state.status) ? undefined : frozen(state, command.type);
}

/** A sidekick's agent is a member of the sidekick's room, and reports to this one. */
function belongs(state: RoomState, command: RoomCommand, actor: Actor): boolean {
  if (actor.kind === 'system' || actor.kind === 'policy' || hasMember(state, actor)) return true;
  if (actor.kind !== 'agent' || !isSidekickCommand(command)) return false;
  return state.sidekicks.some(({ id, agent }) => id === command.sidekick && agent === actor.name);
}

function isSidekickCommand(command: RoomCommand): command is SidekickCommand {
  return command.type.startsWith('sidekick.') && command.type !== 'sidekick.spawn';
}

export function notMember(state: RoomState, { kind, name }: Actor): RoomRefusal {
  return refused('not-member', `the ${kind} "${name}" is not a member of room "${state.id}"`);
}

export function frozen(state: RoomState, what: string): RoomRefusal {
  const way = state.status === 'archived' ? '; restore it first' : ' for good';
  return refused('room-frozen', `room "${state.id}" is ${state.status}${way}: ${what} is not possible`);
}
