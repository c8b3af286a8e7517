import type { RoomDecision, RoomRunCommand } from './room-commands.js';
import { happens, nothingHappens, refused } from './room-decision.js';
import { type NewRoomEvent, roomEvent, type SidekickPause } from './room-events.js';
import { roomLimits } from './room-limits.js';
import { activeMsAt, type RunningSidekick } from './sidekick.js';

/** The turn counts also when the sidekick was paused during it. */
export function finishTurn(sidekick: RunningSidekick, at: string): RoomDecision {
  const turned = roomEvent('sidekick.turned', { sidekick: sidekick.id });
  if (sidekick.paused !== null) return happens([turned]);
  if (sidekick.turns + 1 >= sidekick.maxTurns) return pausing(sidekick, 'turns', [turned]);
  return isTimeUp(sidekick, at) ? pausing(sidekick, 'time', [turned]) : happens([turned]);
}

export function checkTime(sidekick: RunningSidekick, at: string): RoomDecision {
  return sidekick.paused === null && isTimeUp(sidekick, at) ? pausing(sidekick, 'time') : nothingHappens;
}

function isTimeUp(sidekick: RunningSidekick, at: string): boolean {
  return activeMsAt(sidekick, at) >= sidekick.maxActiveMs;
}

/** The warning comes once; a spent budget pauses, so that nothing done so far is lost. */
export function spendTokens(sidekick: RunningSidekick, tokens: number): RoomDecision {
  const { id, budgetTokens, isWarned, paused } = sidekick;
  const spent = roomEvent('sidekick.spent', { sidekick: id, tokens });
  if (budgetTokens === null) return happens([spent]);
  const spentTokens = sidekick.spentTokens + tokens;
  const isNear = spentTokens >= budgetTokens * roomLimits.budgetWarning;
  const warned = roomEvent('sidekick.budget-warned', { sidekick: id, spentTokens, budgetTokens });
  const events = isNear && !isWarned ? [spent, warned] : [spent];
  return spentTokens >= budgetTokens && paused === null ? pausing(sidekick, 'budget', events) : happens(events);
}

export function pauseSidekick(sidekick: RunningSidekick, reason: SidekickPause): RoomDecision {
  if (sidekick.paused !== null) return nothingHappens;
  return happens([roomEvent('sidekick.paused', { sidekick: sidekick.id, reason })]);
}

/** After turns or time ran out, a person's word is a whole new round; else the count goes on where it stood. */
export function resumeSidekick(sidekick: RunningSidekick): RoomDecision {
  const { id, codename, paused, turns, maxTurns, activeMs, maxActiveMs } = sidekick;
  if (paused === null) return nothingHappens;
  if (isBudgetSpent(sidekick)) return refused('budget-spent', `"${codename}" has spent its budget; raise it to go on`);
  const fresh = turns >= maxTurns || activeMs >= maxActiveMs;
  return happens([roomEvent('sidekick.resumed', { sidekick: id, fresh })]);
}

export function raiseBudget(sidekick: RunningSidekick, budgetTokens: number): RoomDecision {
  const { id, codename, spentTokens, paused } = sidekick;
  if (budgetTokens <= spentTokens) {
    return refused(
      'budget-too-small',
      `"${codename}" has spent ${spentTokens} tokens; ${budgetTokens} would not let it go on`,
    );
  }
  const raised = roomEvent('sidekick.budget-raised', { sidekick: id, budgetTokens });
  return happens(
    paused === 'budget' ? [raised, roomEvent('sidekick.resumed', { sidekick: id, fresh: false })] : [raised],
  );
}

function isBudgetSpent({ spentTokens, budgetTokens }: RunningSidekick): boolean {
  return budgetTokens !== null && spentTokens >= budgetTokens;
}

const spentWhat: Readonly<Record<'turns' | 'time' | 'budget', string>> = {
  turns: 'turns',
  time: 'time',
  budget: 'token budget',
};

/** A limit stops the work, never the sidekick; and a plan whose sidekick stands still says so by being paused. */
function pausing(
  { id, codename, runId }: RunningSidekick,
  reason: 'turns' | 'time' | 'budget',
  before: readonly NewRoomEvent[] = [],
): RoomDecision {
  const paused = roomEvent('sidekick.paused', { sidekick: id, reason });
  const note = `the sidekick "${codename}" has used its ${spentWhat[reason]}`;
  const runCommands: readonly RoomRunCommand[] = runId === null ? [] : [{ runId, command: 'pause', note }];
  return happens([...before, paused], { runCommands });
}
