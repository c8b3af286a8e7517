import { cutText } from '../shared/cut-text.js';
import { fenced } from '../shared/fenced.js';
import type { RestartContext, RestartStep } from './consult-order.js';
import { promptEntry } from './prompt-entry.js';

export type RestartBlockOptions = {
  /** For voters, who compare plans and can read the files: which steps there were, and how the answer began. */
  readonly isBrief: boolean;
};

const briefAnswer = 500;

/** What agents are told about the attempt before: why there is another, what is wanted, what was done, and what to plan now. */
export function restartBlock(restart: RestartContext, { isBrief }: RestartBlockOptions): string {
  const { reason, instructions, done, failed, diff = '' } = restart;
  const answer = isBrief ? cutText(restart.answer, briefAnswer) : restart.answer;
  const described = isBrief ? nameOf : withResult;
  const told = [
    promptEntry('Reason', reason),
    promptEntry('Instructions', instructions),
    ...(answer === '' ? [] : [promptEntry('Answer', answer)]),
    ...done.map((step) => promptEntry('Done', described(step))),
    ...failed.map((step) => promptEntry('Not done', described(step))),
  ];
  return [
    '<PREVIOUS ATTEMPT FEEDBACK>',
    'The last attempt was judged, and it was not enough:',
    fenced('the last attempt', told.join('\n')),
    ...(diff === '' ? [] : ['What the run has changed so far:', fenced('changes so far', diff)]),
    'What is done stands. Plan only what is missing, as a plan that stands alone: its labels begin at E1 and name no step from before.',
    '</PREVIOUS ATTEMPT FEEDBACK>',
  ].join('\n');
}

function nameOf({ label, title, files = [] }: RestartStep): string {
  return `${label} ${title}${files.length === 0 ? '' : ` (changed ${files.join(', ')})`}`;
}

function withResult(step: RestartStep): string {
  return `${nameOf(step)}: ${step.result === '' ? 'no result was kept' : step.result}`;
}
