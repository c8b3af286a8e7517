import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { type StepId, stepIdSchema } from '../shared/ids.js';

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';

/**
 * The id of a new step. Derived from its label instead of drawn at random: a label is never used twice in a run, so
 * neither is the id, and reading the same text twice gives the same plan.
 */
export function stepIdFor(label: string, taken: ReadonlySet<string>): StepId {
  for (let salt = 0; ; salt += 1) {
    const id = idFrom(salt === 0 ? label : `${label}\n${salt}`);
    if (!taken.has(id)) return id;
  }
}

function idFrom(text: string): StepId {
  const letters = Array.from(sha256(utf8ToBytes(text)).subarray(0, 5), (byte) =>
    alphabet.charAt(byte % alphabet.length),
  );
  return stepIdSchema.parse(letters.join(''));
}
