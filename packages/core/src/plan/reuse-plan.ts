import { intentOf } from '../explore/merge-questions.js';
import { jaccard } from '../shared/jaccard.js';

/** Two tasks that share this much of their words ask for the same: one word of eight may differ. */
export const leastAlike = 0.75;

/** The first of the candidates that is the most like a task, where one is like it at all. */
export function similarTask<Candidate extends { readonly task: string }>(
  task: string,
  candidates: readonly Candidate[],
): { readonly candidate: Candidate; readonly likeness: number } | undefined {
  const words = intentOf(task);
  const [best] = candidates
    .map((candidate) => ({ candidate, likeness: jaccard(words, intentOf(candidate.task)) }))
    .filter((each) => each.likeness >= leastAlike)
    .sort((one, other) => other.likeness - one.likeness);
  return best;
}
