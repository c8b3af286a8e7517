import { fenced } from '../shared/fenced.js';
import type { RestartContext, RestartStep } from './consult-order.js';

/** What agents are told about the attempt before: why there is another, what is wanted, what was done, and what to plan now. */
export function restartBlock({ reason, instructions, done, failed, answer, diff }: RestartContext): string {
  return [
    '<PREVIOUS ATTEMPT FEEDBACK>',
    'What came of the last attempt was judged, and it was not enough. The reason:',
    fenced('evaluator, reason', reason),
    'What the evaluator asks for:',
    fenced('evaluator, instructions', instructions),
    ...(answer === '' ? [] : ['What the last attempt ended with:', fenced('the last answer', answer)]),
    ...steps('These steps were carried out. Their effects stand: do not plan them again.', done),
    ...steps('These steps did not come to an end:', failed),
    ...(diff === undefined || diff === '' ? [] : ['What the run has changed so far:', fenced('changes so far', diff)]),
    'Plan only what is missing, as a plan that stands alone: its labels begin at E1 and name no step from before.',
    '</PREVIOUS ATTEMPT FEEDBACK>',
  ].join('\n');
}

function steps(title: string, told: readonly RestartStep[]): readonly string[] {
  if (told.length === 0) return [];
  const lines = told.map(({ label, title: what, result, files = [] }) => {
    const changed = files.length === 0 ? '' : ` (changed ${files.join(', ')})`;
    return `${label} ${what}${changed}: ${result === '' ? 'no result was kept' : result}`;
  });
  return [title, fenced('earlier steps', lines.join('\n'))];
}
