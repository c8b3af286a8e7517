import { parseRunId, type RunId } from '@planwright/core';
import type { Ids } from '../ports/ids.js';

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Eight characters of 36: a clash among a million runs is as likely as not to never be seen, and the store would refuse it. */
export const randomIds: Ids = {
  runId: () => asRunId(`run-${randomText(8)}`),
  executorId: () => `exec-${randomText(12)}`,
};

function randomText(length: number): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(length));
  return Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('');
}

function asRunId(text: string): RunId {
  const id = parseRunId(text);
  if (id === undefined) throw new Error(`not a run id: ${text}`);
  return id;
}
