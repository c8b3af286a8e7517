import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Attempt,
  type Receipt,
  type Redact,
  type RunEvent,
  type RunState,
  statusDocument,
} from '@planwright/core';
import { replaceFile } from '../replace-file.js';

export type CoordinationLogOptions = {
  /** Where the logs of all runs are; each has a folder of its own in it. */
  readonly folder: string;
  /** Takes secrets out of a text. */
  readonly redact: Redact;
  /** A log that cannot be written is no reason to stop a run; somebody should know. */
  readonly onProblem?: ((message: string) => void) | undefined;
};

/** What agents proposed, voted and did, as files that people and scripts can read while it happens. */
export interface CoordinationLog {
  /** Never throws, never waits. `state` is after the events. */
  readonly write: (state: RunState, events: readonly RunEvent[]) => void;
  /** Resolves when all that was given is written. */
  readonly idle: () => Promise<void>;
}

/**
 * Writes `<run>/status.json`, which is replaced as a whole and is always what the state says, and `<run>/attempt-N/`:
 * `proposals/<name>.json`, `ballots.json`, `outcome.json`, `receipts.jsonl`. Runs that are not coordinated are left out.
 */
export function createCoordinationLog({ folder, redact, onProblem }: CoordinationLogOptions): CoordinationLog {
  let writing = Promise.resolve();
  const latest = new Map<string, RunState>();
  const textOf = (value: unknown, indent?: number): string =>
    `${JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'string' ? redact(inner) : inner), indent)}\n`;
  const put = (path: string, value: unknown): Promise<void> =>
    replaceFile(path, textOf(value, 2), { mode: 0o600, durable: false });
  const attemptFolder = (state: RunState, attempt: number): string => join(folder, state.id, `attempt-${attempt}`);

  const record = async (state: RunState, events: readonly RunEvent[]): Promise<void> => {
    const touched = touchedAttempts(state, events);
    for (const attempt of touched) await putAttempt(attemptFolder(state, attempt.attempt), attempt, put);
    await mkdir(attemptFolder(state, state.attempt), { recursive: true });
    for (const [attempt, receipts] of receiptsByAttempt(state, events)) {
      const own = attemptFolder(state, attempt);
      await mkdir(own, { recursive: true });
      await appendNew(
        join(own, 'receipts.jsonl'),
        receipts.map((each) => textOf(each)),
      );
    }
    // Where several changes came in one moment, the last of them is the status.
    if (state === latest.get(state.id)) await put(join(folder, state.id, 'status.json'), statusDocument(state));
  };

  return {
    write: (state, events) => {
      if (state.coordination === null) return;
      latest.set(state.id, state);
      writing = writing
        .then(() => record(state, events))
        .catch((error: unknown) => onProblem?.(error instanceof Error ? error.message : String(error)));
    },
    idle: () => writing,
  };
}

const coordinating: ReadonlySet<string> = new Set([
  'proposal.received',
  'said.refused',
  'vote.cast',
  'agent.retired',
  'proposal.chosen',
  'coordination.failed',
  'coordination.reopened',
  'evaluation.finished',
]);

function touchedAttempts({ coordination }: RunState, events: readonly RunEvent[]): readonly Attempt[] {
  const numbers = new Set(
    events.flatMap(({ type, data }) => (coordinating.has(type) && 'attempt' in data ? [data.attempt] : [])),
  );
  return coordination?.attempts.filter(({ attempt }) => numbers.has(attempt)) ?? [];
}

/** `seq`: its place in the run, which tells equal ones apart. */
type LoggedReceipt = Receipt & { readonly seq: number };

/** A receipt belongs to the attempt it was given in, also where it was stored together with the restart. */
function receiptsByAttempt(
  state: RunState,
  events: readonly RunEvent[],
): ReadonlyMap<number, readonly LoggedReceipt[]> {
  const receipts = new Map<number, readonly LoggedReceipt[]>();
  let attempt = state.attempt - events.filter(({ type }) => type === 'run.restarted').length;
  for (const { type, data, seq } of events) {
    if (type === 'run.restarted') attempt += 1;
    if (type === 'receipt.recorded') receipts.set(attempt, [...(receipts.get(attempt) ?? []), { seq, ...data }]);
  }
  return receipts;
}

/** A process that takes a run up learns of all that ever happened in it: what is there already is not written again. */
async function appendNew(file: string, lines: readonly string[]): Promise<void> {
  const written = new Set((await readFile(file, 'utf8').catch(() => '')).split(/(?<=\n)/));
  const fresh = lines.filter((line) => !written.has(line));
  if (fresh.length > 0) await appendFile(file, fresh.join(''), { mode: 0o600 });
}

async function putAttempt(
  folder: string,
  { rounds, proposals, retired, chosen, failed, evaluation }: Attempt,
  put: (path: string, value: unknown) => Promise<void>,
): Promise<void> {
  await mkdir(join(folder, 'proposals'), { recursive: true });
  for (const each of proposals) await put(join(folder, 'proposals', `${safeName(each.proposal)}.json`), each);
  const voices = rounds.flatMap(({ round, voices: said }) => said.map((voice) => ({ round, ...voice })));
  await put(
    join(folder, 'ballots.json'),
    voices.flatMap(({ round, taken }) => (taken?.type === 'vote' ? [{ round, ...taken }] : [])),
  );
  const refused = voices.flatMap(({ round, agent, refusals }) => refusals.map((each) => ({ round, agent, ...each })));
  await put(join(folder, 'outcome.json'), { chosen, failed, evaluation, retired, refused });
}

function safeName(name: string): string {
  return name.replace(/[^\w.-]/g, '_');
}
