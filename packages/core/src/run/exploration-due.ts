import type { RunState } from './state.js';

/** Whether a planner makes the plan; a task that needs no planning is made one step by code. */
export function wantsPlanner({ coordination, redraft, gate }: RunState): boolean {
  return coordination !== null || redraft !== null || (gate?.plan ?? true);
}

/** Whether the project is still to be looked at before anybody plans. */
export function isExplorationDue(state: RunState): boolean {
  return wantsPlanner(state) && state.planning?.explore === true && state.exploration === null;
}
