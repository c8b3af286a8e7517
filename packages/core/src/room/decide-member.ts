import type { Actor } from '../shared/envelope.js';
import type { RoomCommandOf, RoomContext, RoomDecision } from './room-commands.js';
import { happens, nothingHappens, refused } from './room-decision.js';
import { type Member, roomEvent } from './room-events.js';
import { hasMember, type RoomState } from './room-state.js';

export function decideMember(
  state: RoomState,
  command: RoomCommandOf<'member.join' | 'member.leave'>,
  { actor }: RoomContext,
): RoomDecision {
  const member = command.member ?? memberOf(actor);
  if (member === undefined)
    return refused('not-member', `the ${actor.kind} "${actor.name}" cannot be a member of a room`);
  if (!mayActFor(state, member, actor)) {
    return refused('person-needed', `only a person who is a member may bring "${member.name}" in or send it away`);
  }
  return command.type === 'member.join' ? join(state, member) : leave(state, member);
}

function mayActFor(state: RoomState, member: Member, actor: Actor): boolean {
  if (actor.kind === 'system' || (member.kind === actor.kind && member.name === actor.name)) return true;
  return actor.kind === 'person' && hasMember(state, actor);
}

function memberOf({ kind, name }: Actor): Member | undefined {
  return kind === 'person' || kind === 'agent' ? { kind, name } : undefined;
}

function join(state: RoomState, member: Member): RoomDecision {
  if (hasMember(state, member)) return nothingHappens;
  if (state.type === 'dm' && state.members.length >= 2) {
    return refused('room-full', `room "${state.id}" is a conversation of two; open a group for more`);
  }
  return happens([roomEvent('member.joined', { member })]);
}

function leave(state: RoomState, member: Member): RoomDecision {
  if (hasMember(state, member)) return happens([roomEvent('member.left', { member })]);
  return refused('not-member', `the ${member.kind} "${member.name}" is not a member of room "${state.id}"`);
}
