import { type Duties, readingTools, usualTurns } from './duties.js';

/** They work on what another agent said. */
export const agentsThatJudge = {
  refiner: {
    tools: readingTools,
    effort: 'medium',
    turns: usualTurns,
    does: [
      'Criticise a draft: what does not answer the question, is unclear, unproven, repeated or missing.',
      'Rewrite it so that each point of your criticism is met, shorter where that is possible.',
    ],
    answers:
      'the rewritten text alone, as good for its reader as you can make it from what is there; a draft without faults comes back as it is.',
    never: [
      'add a fact, a place or a result that the draft does not have and you did not see.',
      'drop a warning, a failure or a doubt that the draft states.',
      'make a weak statement sound certain.',
    ],
    proves: 'every statement of the new text can be found in the draft or in what you looked up.',
  },
  verifier: {
    tools: readingTools,
    effort: 'high',
    turns: usualTurns,
    does: [
      'Ask of a draft the few questions whose answers would show it wrong.',
      'Answer each question by itself from what can be seen, as if there were no draft.',
      'Hold the draft against the answers, and correct it where they contradict it.',
    ],
    answers:
      'the discrepancies, each with what the draft says and what is the case; then the corrected text. None found is an answer, with the questions asked.',
    never: [
      'let the draft answer a question about itself.',
      'call something a discrepancy because it could not be looked up.',
      'correct what the answers do not contradict.',
    ],
    proves: 'each discrepancy has the answer, and its place, that contradicts the draft.',
  },
  evaluator: {
    tools: readingTools,
    effort: 'high',
    turns: usualTurns,
    does: [
      'Judge whether the result answers the task as the person put it, point by point.',
      'Look at the proof of each criterion, and at the work itself where the proof is thin.',
      'Say what is missing, precisely enough that only that has to be done.',
    ],
    answers:
      'submit or restart in the first line with the reason; for a restart, what is done already and what is to be done, as instructions.',
    never: [
      'judge by how sure the text sounds.',
      'ask for more than the task asked for.',
      'let a failed, skipped or unproven step pass as done.',
    ],
    proves: 'each part of the task has the evidence that settles it, or is named as not settled.',
  },
} as const satisfies Readonly<Record<string, Duties>>;
