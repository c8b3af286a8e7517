import type { Actor } from '../shared/envelope.js';
import type { RoomContext, RoomDecision, SidekickCommand } from './room-commands.js';
import { followUp, happens, nothingHappens, refused } from './room-decision.js';
import { roomEvent } from './room-events.js';
import type { RoomState } from './room-state.js';
import { isActiveSidekick, type RunningSidekick, type Sidekick } from './sidekick.js';
import { checkTime, finishTurn, pauseSidekick, raiseBudget, resumeSidekick, spendTokens } from './sidekick-limits.js';

export function decideSidekick(state: RoomState, command: SidekickCommand, context: RoomContext): RoomDecision {
  const sidekick = state.sidekicks.find(({ id }) => id === command.sidekick);
  if (sidekick === undefined) {
    return refused('sidekick-missing', `room "${state.id}" has no sidekick "${command.sidekick}"`);
  }
  const refusal = mayAsk(sidekick, command, context.actor);
  if (refusal) return refusal;
  switch (command.type) {
    case 'sidekick.start':
      return start(state, sidekick);
    case 'sidekick.cancel':
      return cancel(sidekick, command.reason ?? 'cancelled');
    case 'sidekick.complete':
      return sidekick.status === 'completed'
        ? nothingHappens
        : ifRunning(sidekick, (it) => complete(it, command.summary));
    case 'sidekick.begin-step':
      return ifRunning(sidekick, (it) => beginStep(it, command.step));
    case 'sidekick.turn':
      return ifRunning(sidekick, (it) => finishTurn(it, context.at));
    case 'sidekick.spend':
      return ifRunning(sidekick, (it) => spendTokens(it, command.tokens));
    case 'sidekick.check':
      return sidekick.status === 'running' ? checkTime(sidekick, context.at) : nothingHappens;
    case 'sidekick.pause':
      return ifRunning(sidekick, (it) => pauseSidekick(it, 'supervisor'));
    case 'sidekick.resume':
      return ifRunning(sidekick, (it) => resumeSidekick(it));
    case 'sidekick.raise-budget':
      return ifRunning(sidekick, (it) => raiseBudget(it, command.budgetTokens));
  }
}

/** Work is reported by who does it; a limit is lifted by a person or a policy, never by the agent it binds. */
function mayAsk(sidekick: Sidekick, { type }: SidekickCommand, { kind, name }: Actor): RoomDecision | undefined {
  switch (type) {
    case 'sidekick.start':
    case 'sidekick.begin-step':
    case 'sidekick.turn':
    case 'sidekick.spend':
    case 'sidekick.complete':
      if (kind === 'system' || (kind === 'agent' && name === sidekick.agent)) return undefined;
      return refused('sidekick-foreign', `only its agent "${sidekick.agent}" may report for "${sidekick.codename}"`);
    case 'sidekick.resume':
    case 'sidekick.raise-budget':
      if (kind !== 'agent') return undefined;
      return refused('person-needed', `"${sidekick.codename}" waits for a person; an agent cannot let it go on`);
    case 'sidekick.check':
    case 'sidekick.pause':
    case 'sidekick.cancel':
      return undefined;
  }
}

function ifRunning(sidekick: Sidekick, decide: (running: RunningSidekick) => RoomDecision): RoomDecision {
  if (sidekick.status === 'running') return decide(sidekick);
  return sidekick.status === 'spawning'
    ? refused('sidekick-not-running', `"${sidekick.codename}" has not started yet`)
    : refused('sidekick-ended', `"${sidekick.codename}" is ${sidekick.status}`);
}

/** One that comes up in an archived room waits there with the others. */
function start(state: RoomState, sidekick: Sidekick): RoomDecision {
  if (sidekick.status === 'running') return nothingHappens;
  if (!isActiveSidekick(sidekick)) return refused('sidekick-ended', `"${sidekick.codename}" is ${sidekick.status}`);
  const started = roomEvent('sidekick.started', { sidekick: sidekick.id });
  if (state.status !== 'archived') return happens([started]);
  return happens([started, roomEvent('sidekick.paused', { sidekick: sidekick.id, reason: 'room_archived' })]);
}

function beginStep({ id, codename, paused }: RunningSidekick, step: string): RoomDecision {
  if (paused !== null) return refused('sidekick-paused', `"${codename}" is paused (${paused}); no step begins`);
  return happens([roomEvent('sidekick.step-began', { sidekick: id, step })]);
}

/** Also while paused: what is finished is finished. */
function complete({ id, room }: RunningSidekick, summary: string): RoomDecision {
  const closed = followUp(room, { type: 'room.close', reason: 'its sidekick is done' });
  return happens([roomEvent('sidekick.completed', { sidekick: id, summary })], { roomCommands: [closed] });
}

/** Its slot is free with this event; interrupting what it is doing is the caller's. */
function cancel(sidekick: Sidekick, reason: string): RoomDecision {
  if (!isActiveSidekick(sidekick)) return nothingHappens;
  const closed = followUp(sidekick.room, { type: 'room.close', reason });
  return happens([roomEvent('sidekick.terminated', { sidekick: sidekick.id, reason })], { roomCommands: [closed] });
}
