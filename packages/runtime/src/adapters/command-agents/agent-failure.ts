import {
  createRedactor,
  failureKindOf,
  modelError,
  type ModelFailureKind,
  type PlanwrightError,
  secretValues,
} from '@planwright/core';
import type { Environment } from '../command-environment.js';
import type { ProgramEnd } from '../run-program.js';
import type { AgentOutput, AgentProgram } from './agent-program.js';

/** Makes the errors of one agent program. */
export type Failing = (kind: ModelFailureKind, problem: string, status?: number) => PlanwrightError;

const longestProblem = 300;

/** Texts of the program come on one line, shortened, and without the secrets it was given. */
export function createFailing(model: string, passedOn: Environment): Failing {
  const redact = createRedactor(secretValues(passedOn));
  return (kind, problem, status) => {
    const line = redact(problem).replace(/\s+/g, ' ').trim();
    const shortened = line.length > longestProblem ? `${line.slice(0, longestProblem)}…` : line;
    return modelError({ kind, model, message: `${model}: ${shortened}`, ...(status === undefined ? {} : { status }) });
  };
}

/** A program that did not come to its end by itself. */
export function stoppedFailure(
  { cause, reason }: Extract<ProgramEnd, { type: 'stopped' }>,
  { binary }: AgentProgram,
  failing: Failing,
): PlanwrightError {
  switch (cause) {
    case 'not-found':
      return failing('missing', `the program ${binary} was not found on the PATH; install it or choose another model`);
    case 'not-started':
      return failing('missing', reason);
    case 'timeout':
      return failing('timeout', reason);
    case 'stopped':
      return failing('unreadable', `${reason} and was stopped`);
    case 'signal':
    case 'aborted':
      return failing('server', reason);
  }
}

/** How programs word what went wrong at their provider, where they give no status. */
const signs: readonly (readonly [RegExp, ModelFailureKind])[] = [
  [/\b429\b|rate.?limit|too many requests|quota|usage limit/i, 'rate-limited'],
  [/\b40[13]\b|unauthori[sz]ed|forbidden|authenticat/i, 'auth'],
  [/\b404\b|model\b.{0,60}(?:not found|not exist|not supported)/i, 'unknown'],
  [/\b5\d\d\b|overloaded|internal server error|temporarily unavailable/i, 'server'],
  [/ENOTFOUND|ECONN|EAI_AGAIN|network|connection (?:failed|refused|reset)|fetch failed/i, 'network'],
  [/timed? ?out/i, 'timeout'],
];

/** A program that said that it came to no answer. */
export function saidFailure(
  { problem, status }: Extract<AgentOutput, { type: 'failed' }>,
  { binary, loggedOut }: AgentProgram,
  failing: Failing,
): PlanwrightError {
  if (loggedOut.test(problem))
    return failing('auth', `it is not logged in; log in with ${binary} itself or give it its key (${problem})`, status);
  if (status !== undefined) return failing(failureKindOf(status), problem, status);
  // It ran and gave up for a reason of its own; the next time may be better, and so may another model.
  return failing(signs.find(([sign]) => sign.test(problem))?.[1] ?? 'server', problem);
}
