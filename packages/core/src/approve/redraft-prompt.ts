import type { Finding } from '../check/finding.js';
import type { Plan } from '../plan/plan.js';
import { fenced } from '../shared/fenced.js';

/** What a planner is given when it drafts again. */
export type RedraftRequest = {
  /** The plan that was not good enough. */
  readonly plan: Plan;
  /** What a person said about it; null when the check asked. */
  readonly feedback: string | null;
  readonly findings: readonly Finding[];
};

/** What is added to the planner's message: the last plan, and what is to be different. */
export function redraftPrompt({ plan, feedback, findings }: RedraftRequest): string {
  return [
    'You drafted this plan before:',
    fenced('the last plan', JSON.stringify(plan, null, 1)),
    ...(feedback === null
      ? []
      : ['The person who was asked to approve it wants this changed:', fenced('feedback', feedback)]),
    ...(findings.length === 0 ? [] : ['The check of it found:', findings.map(findingLine).join('\n')]),
    'Answer with the whole plan, changed accordingly. Keep what nobody objected to, with its labels. Put right what was found;' +
      ' do not fill anything in to make a finding go away: what you do not know, a step finds out.',
  ].join('\n\n');
}

function findingLine({ severity, dimension, message }: Finding): string {
  return `- ${severity}${dimension === undefined ? '' : `, ${dimension}`}: ${message}`;
}
