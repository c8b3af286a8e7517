import { keptSteps } from '../evaluate/continue-plan.js';
import type { CommandOf, Decision } from './commands.js';
import { happens } from './decision.js';
import { isEvaluationDue } from './evaluation-due.js';
import { runEvent } from './events.js';
import type { RunState } from './state.js';

/** The verdict about an attempt. One that nobody waits for changes nothing; none at all submits, and says so. */
export function finishEvaluation(state: RunState, command: CommandOf<'evaluation.finish'>): Decision {
  const { attempt, evaluator, verdict, note, usage } = command;
  if (!isEvaluationDue(state) || attempt !== state.attempt) return happens();
  const finished = { attempt, evaluator, usage };
  if (verdict === null)
    return happens(runEvent('evaluation.finished', { ...finished, verdict: 'not-evaluated', reason: given(note) }));
  if (verdict.type === 'submit') return happens(runEvent('evaluation.finished', { ...finished, verdict: 'submit' }));
  const why = { reason: given(verdict.reason), instructions: given(verdict.instructions) };
  return happens(
    runEvent('evaluation.finished', { ...finished, ...why, verdict: 'restart' }),
    runEvent('run.restarted', {
      ...why,
      attempt: attempt + 1,
      kept: state.execution === null ? [] : keptSteps(state.execution),
    }),
  );
}

/** What the evaluator left out stays out: nothing is put in its place. */
function given(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text.trim();
}
