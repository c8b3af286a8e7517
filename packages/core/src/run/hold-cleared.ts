import type { Hold } from '../execute/hold.js';
import { type NewRunEvent, runEvent } from './events.js';

/** That exactly this hold is no more. */
export function holdCleared({ on, reason, about }: Hold): NewRunEvent {
  return runEvent('hold.cleared', { on, reason, about });
}
