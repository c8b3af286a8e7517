import { type Proof, PlanwrightError } from '@planwright/core';

/** `2: npm test, 34 passed` proves the second criterion; without a number, the only one there is. */
export function proofFrom(text: string, criteria: readonly string[]): Proof {
  const [, number, numbered] = /^\s*([0-9]+)\s*:\s*(\S[^]*)$/.exec(text) ?? [];
  if (numbered !== undefined) {
    const criterion = criteria[Number(number) - 1];
    if (criterion === undefined)
      throw new PlanwrightError(
        'usage-wrong',
        `--proof names criterion ${number ?? ''}; the step has ${criteria.length === 0 ? 'none' : `1 to ${criteria.length}`}`,
      );
    return { criterion, evidence: numbered.trim(), met: true };
  }
  const [only, ...others] = criteria;
  if (others.length > 0)
    throw new PlanwrightError('usage-wrong', `--proof: say which of the ${criteria.length} criteria, as "1: ${text}"`);
  return { criterion: only ?? 'as stated by who did it', evidence: text.trim(), met: true };
}
