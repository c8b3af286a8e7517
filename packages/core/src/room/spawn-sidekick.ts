import type { Actor } from '../shared/envelope.js';
import type { RoomCommandOf, RoomContext, RoomDecision } from './room-commands.js';
import { followUp, happens, refused } from './room-decision.js';
import { roomEvent } from './room-events.js';
import { roomLimits } from './room-limits.js';
import { activeSidekicks, type RoomState } from './room-state.js';

type SpawnCommand = RoomCommandOf<'sidekick.spawn'>;

/**
 * A sidekick and its room, which is the caller's to create. Past the cap it is refused, which stores nothing and costs no
 * attempt: a plan with more parallel steps than slots asks again when one is free.
 */
export function spawnSidekick(state: RoomState, command: SpawnCommand, context: RoomContext): RoomDecision {
  const owner = ownerOf(state, command, context.actor);
  if (owner === null) return refused('owner-missing', `say for which person the sidekick "${command.codename}" works`);
  return nameTaken(state, command) ?? capReached(state, owner, context) ?? spawn(state, command, owner);
}

function ownerOf(state: RoomState, { owner }: SpawnCommand, actor: Actor): string | null {
  return owner ?? (actor.kind === 'person' ? actor.name : state.owner);
}

function nameTaken(state: RoomState, { sidekick, codename, room }: SpawnCommand): RoomDecision | undefined {
  if (state.sidekicks.some((known) => known.id === sidekick || known.room === room)) {
    return refused('sidekick-exists', `room "${state.id}" has a sidekick "${sidekick}" already`);
  }
  // People cancel sidekicks by codename, so it must mean one of them.
  const isTaken = activeSidekicks(state).some((known) => known.codename === codename);
  return isTaken ? refused('sidekick-exists', `an active sidekick is called "${codename}" already`) : undefined;
}

function capReached(state: RoomState, owner: string, context: RoomContext): RoomDecision | undefined {
  const limit = context.maxSidekicksPerUser ?? roomLimits.sidekicksPerUser;
  const here = activeSidekicks(state).filter((sidekick) => sidekick.owner === owner).length;
  const active = here + (context.sidekicksElsewhere ?? 0);
  if (active < limit) return undefined;
  const message = `"${owner}" has ${active} active sidekicks of ${limit} allowed; cancel one or wait until one is done`;
  return refused('sidekick-cap', message, { details: { active, limit } });
}

function spawn(state: RoomState, command: SpawnCommand, owner: string): RoomDecision {
  const { sidekick, codename, room, agent, task } = command;
  const spawned = roomEvent('sidekick.spawned', {
    ...{ sidekick, codename, room, owner, agent, task },
    contextMode: command.contextMode ?? 'task_only',
    runId: command.runId ?? null,
    step: command.step ?? null,
    maxTurns: command.maxTurns ?? roomLimits.sidekickTurns,
    maxActiveMs: command.maxActiveMs ?? roomLimits.sidekickActiveMs,
    budgetTokens: command.budgetTokens ?? null,
  });
  const create = followUp(room, {
    type: 'room.create',
    roomType: 'sidekick',
    name: codename,
    owner,
    parent: state.id,
    members: [
      { kind: 'person', name: owner },
      { kind: 'agent', name: agent },
    ],
  });
  return happens([spawned], { roomCommands: [create] });
}
