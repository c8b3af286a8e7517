import { parseRunId, type RunId } from '@planwright/core';
import type { Ids } from '../ports/ids.js';

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Eight characters of 36: a clash among a million runs is as likely as not to never be seen, and the store would refuse it. */
export const randomIds: Ids = {
  runId: () => asRunId(`run-${randomText(8)}`),
  executorId: () => `exec-${randomText(12)}`,
};

function randomText(length: number): string {
  return Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('');
}

const randomBytes = createRandomBytes();

/** Drawn in bulk: asking takes far longer than what is asked for, and a server starts many runs. */
function createRandomBytes(): (count: number) => Uint8Array {
  const drawn = new Uint8Array(1024);
  let used = drawn.length;
  return (count) => {
    if (used + count > drawn.length) {
      globalThis.crypto.getRandomValues(drawn);
      used = 0;
    }
    used += count;
    return drawn.subarray(used - count, used);
  };
}

function asRunId(text: string): RunId {
  const id = parseRunId(text);
  if (id === undefined) throw new Error(`not a run id: ${text}`);
  return id;
}
