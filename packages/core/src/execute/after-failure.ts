import type { OnFailure, Step } from '../plan/step.js';
import type { StepOutcome } from './step-outcome.js';
import type { RunSettings } from './execution.js';

/** What follows a failed try. `hold` waits for a person at the retry cap. */
export type AfterFailure = 'retry' | 'hold' | 'revise' | 'skip' | 'fail' | 'fail-and-skip-dependents' | 'abort';

type Failure = Pick<Extract<StepOutcome, { type: 'failed' }>, 'error' | 'next' | 'deterministic'>;

/** The worker's own word first; a retry as long as one is left and can help; then what the step or the run says about failing. */
export function afterFailure(
  step: Pick<Step, 'onFailure'>,
  attempts: number,
  failure: Failure,
  settings: Pick<RunSettings, 'maxAttempts' | 'onFailure'>,
): AfterFailure {
  if (failure.next === 'skip' || failure.next === 'abort' || failure.next === 'revise') return failure.next;
  if (mayRetry(failure) && attempts < settings.maxAttempts) return 'retry';
  return atTheCap(step.onFailure ?? settings.onFailure);
}

/** Nobody puts anything right between two tries of a deterministic worker: a command would only fail again, but for one that took too long. */
function mayRetry({ error, next, deterministic }: Failure): boolean {
  if (next === 'retry') return true;
  const isOfCommand = error.code === 'agent-failed' && error.details?.['command'] !== undefined;
  return error.retryable && !(deterministic === true && isOfCommand);
}

function atTheCap(policy: OnFailure): AfterFailure {
  switch (policy) {
    case 'pause':
      return 'hold';
    case 'continue':
      return 'fail';
    case 'skip-dependents':
      return 'fail-and-skip-dependents';
    case 'abort':
      return 'abort';
  }
}

/** Where nobody said otherwise: somebody who looks on is asked; without anybody the run goes on, and dependants see the error. */
export function defaultOnFailure(supervised: boolean): OnFailure {
  return supervised ? 'pause' : 'continue';
}
