import type { RoomEvent } from './room-events.js';
import { activeMsAt, isActiveSidekick, type RunningSidekick, type Sidekick } from './sidekick.js';

export type SidekickEvent = Extract<RoomEvent, { type: `sidekick.${string}` }>;
type ChangeEvent = Exclude<SidekickEvent, { type: 'sidekick.spawned' }>;

/** The sidekicks of a room after something happened to one. What happened to one that is over changes nothing. */
export function applySidekick(sidekicks: readonly Sidekick[], event: SidekickEvent): readonly Sidekick[] {
  if (event.type === 'sidekick.spawned') return [...sidekicks, spawned(event)];
  return sidekicks.map((sidekick) => (sidekick.id === event.data.sidekick ? changed(sidekick, event) : sidekick));
}

export function isSidekickEvent(event: RoomEvent): event is SidekickEvent {
  return event.type.startsWith('sidekick.');
}

function spawned({ data, at }: Extract<SidekickEvent, { type: 'sidekick.spawned' }>): Sidekick {
  const { sidekick: id, ...facts } = data;
  return { ...facts, id, status: 'spawning', spentTokens: 0, isWarned: false, spawnedAt: at };
}

function changed(sidekick: Sidekick, event: ChangeEvent): Sidekick {
  if (!isActiveSidekick(sidekick)) return sidekick;
  switch (event.type) {
    case 'sidekick.started':
      return { ...sidekick, ...freshRound(event.at), status: 'running', paused: null };
    case 'sidekick.completed':
      return { ...facts(sidekick), status: 'completed', summary: event.data.summary, endedAt: event.at };
    case 'sidekick.terminated':
      return { ...facts(sidekick), status: 'terminated', reason: event.data.reason, endedAt: event.at };
    case 'sidekick.spent':
      return { ...sidekick, spentTokens: sidekick.spentTokens + event.data.tokens };
    case 'sidekick.budget-warned':
      return { ...sidekick, isWarned: true };
    case 'sidekick.budget-raised':
      return { ...sidekick, budgetTokens: event.data.budgetTokens, isWarned: false };
    case 'sidekick.step-began':
    case 'sidekick.turned':
    case 'sidekick.paused':
    case 'sidekick.resumed':
      return sidekick.status === 'running' ? worked(sidekick, event) : sidekick;
  }
}

type WorkEvent = Extract<
  ChangeEvent,
  { type: 'sidekick.step-began' | 'sidekick.turned' | 'sidekick.paused' | 'sidekick.resumed' }
>;

function worked(sidekick: RunningSidekick, event: WorkEvent): RunningSidekick {
  switch (event.type) {
    case 'sidekick.step-began':
      return { ...sidekick, ...freshRound(event.at), step: event.data.step };
    case 'sidekick.turned':
      return { ...sidekick, turns: sidekick.turns + 1 };
    case 'sidekick.paused':
      return {
        ...sidekick,
        paused: event.data.reason,
        activeMs: activeMsAt(sidekick, event.at),
        activeSince: null,
      };
    case 'sidekick.resumed':
      return event.data.fresh
        ? { ...sidekick, ...freshRound(event.at), paused: null }
        : { ...sidekick, paused: null, activeSince: event.at };
  }
}

function freshRound(at: string): Pick<RunningSidekick, 'turns' | 'activeMs' | 'activeSince'> {
  return { turns: 0, activeMs: 0, activeSince: at };
}

/** What stays of a sidekick once its work is over. */
function facts(sidekick: Sidekick): Omit<Extract<Sidekick, { status: 'spawning' }>, 'status'> {
  const { id, codename, room, owner, agent, task, contextMode, runId, step } = sidekick;
  const { maxTurns, maxActiveMs, budgetTokens, spentTokens, isWarned, spawnedAt } = sidekick;
  return {
    ...{ id, codename, room, owner, agent, task, contextMode, runId, step },
    ...{ maxTurns, maxActiveMs, budgetTokens, spentTokens, isWarned, spawnedAt },
  };
}
