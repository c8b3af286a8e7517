import type { RunId } from '@planwright/core';
import { processLiveness } from '@planwright/runtime/node';
import type { Session } from './session.js';

/** The living processes that carry a run out, in words; undefined when this one may go on with it. */
export async function attendedBy({ store, runtime }: Session, id: RunId): Promise<string | undefined> {
  if (!(await runtime.isAttendedElsewhere(id))) return undefined;
  const now = new Date().toISOString();
  const here = processLiveness.describe('').machine;
  const others = (await store.executors()).filter(
    (each) => each.runs.includes(id) && processLiveness.isAlive(each, now),
  );
  const named = others.map(({ pid, machine }) => (machine === here ? `process ${pid}` : `process ${pid} elsewhere`));
  return named.length === 0 ? 'another process' : named.join(' and ');
}
