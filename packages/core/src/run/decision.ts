import { errorInfo, type ErrorCode } from '../shared/errors.js';
import type { Decision } from './commands.js';
import type { NewRunEvent } from './events.js';

export function happens(...events: readonly NewRunEvent[]): Decision {
  return { ok: true, events };
}

/** `reason` is for programs, `message` for people. */
export function refused(reason: string, message: string, code: ErrorCode = 'command-refused'): Decision {
  return { ok: false, refusal: errorInfo(code, message, { reason }) };
}
