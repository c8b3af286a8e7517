import { coordinationDeadline } from '../coordinate/deadline.js';
import type { RunState } from './state.js';

/** When agents are no longer waited for: `run.advance` at or after it decides. Null when nobody is waited for, or for as long as it takes. */
export function deadlineOf({ coordination, status }: RunState): string | null {
  return coordination === null || status !== 'planning' ? null : coordinationDeadline(coordination);
}
