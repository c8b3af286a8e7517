import { currentAttempt } from '../coordinate/coordination-state.js';
import type { RunState } from './state.js';

/** Whether what came of this attempt is still to be judged. The last attempt that there may be is not. */
export function isEvaluationDue({ coordination, status, answer, attempt }: RunState): boolean {
  if (coordination === null || answer === null || (status !== 'done' && status !== 'failed')) return false;
  const { evaluation, failed } = currentAttempt(coordination);
  return evaluation === null && failed === null && attempt <= coordination.settings.restarts;
}
