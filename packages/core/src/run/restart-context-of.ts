import type { RestartContext, RestartStep } from '../coordinate/consult-order.js';
import { currentAttempt } from '../coordinate/coordination-state.js';
import { cutText } from '../shared/cut-text.js';
import { answerOf } from '../execute/step-input.js';
import type { StepState } from '../execute/step-state.js';
import type { RunState } from './state.js';

const longestResult = 600;
const longestAnswer = 4000;

/** What agents are told about earlier attempts; undefined in the first. What an evaluator left out is said to be missing. */
export function restartContextOf({ coordination, execution, attempt }: RunState): RestartContext | undefined {
  const restart = coordination === null ? null : currentAttempt(coordination).restart;
  if (restart === null) return undefined;
  const told = (execution?.plan.steps ?? []).flatMap(({ label, title }, index) => {
    const state = execution?.steps[index];
    return state === undefined ? [] : [{ state, step: { label, title, ...cameOf(state) } }];
  });
  return {
    attempt,
    reason: restart.reason ?? 'The evaluator gave no reason.',
    instructions: restart.instructions ?? 'The evaluator gave no instructions.',
    done: told.filter(({ state }) => state.status === 'done').map(({ step }) => step),
    failed: told.filter(({ state }) => isMissing(state)).map(({ step }) => step),
    answer: cutText(restart.answer ?? '', longestAnswer),
  };
}

function isMissing({ status }: StepState): boolean {
  return status === 'failed' || status === 'skipped';
}

function cameOf(state: StepState): Pick<RestartStep, 'result' | 'files'> {
  const files = state.status === 'done' ? state.changed?.changes.map(({ path }) => path) : undefined;
  const result = cutText((answerOf(state) ?? '').trim(), longestResult);
  return files === undefined || files.length === 0 ? { result } : { result, files };
}
