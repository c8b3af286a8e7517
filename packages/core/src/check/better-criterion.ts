import type { Step } from '../plan/step.js';
import { hasAnchor } from './anchor.js';
import type { CheckContext } from './finding.js';
import { vagueWords } from './vague-criterion.js';

/** What a reviewer would write for a vague criterion of a step, where that one can be measured. */
export function betterCriterion(
  { label, criteria }: Step,
  place: number,
  { betterCriteria = [] }: CheckContext,
): string | undefined {
  const written = criteria[place];
  if (written === undefined || vagueWords(written) === undefined) return undefined;
  return betterCriteria
    .filter(({ step, instead }) => step === label && instead.trim() === written.trim())
    .map(({ criterion }) => criterion.trim())
    .find((criterion) => hasAnchor(criterion) && !criteria.includes(criterion));
}
