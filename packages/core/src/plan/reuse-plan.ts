import { intentOf } from '../explore/merge-questions.js';

/** Two tasks that share this much of their words ask for the same: one word of eight may differ. */
export const leastAlike = 0.75;

/** The first of the candidates that is the most like a task, where one is like it at all. */
export function similarTask<Candidate extends { readonly task: string }>(
  task: string,
  candidates: readonly Candidate[],
): { readonly candidate: Candidate; readonly likeness: number } | undefined {
  const words = intentOf(task);
  const [best] = candidates
    .map((candidate) => ({ candidate, likeness: likeness(words, intentOf(candidate.task)) }))
    .filter((each) => each.likeness >= leastAlike)
    .sort((one, other) => other.likeness - one.likeness);
  return best;
}

/** Of the words of both, the share that is in both. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((word) => other.has(word)).length;
  const all = one.size + other.size - shared;
  return all === 0 ? 0 : shared / all;
}
