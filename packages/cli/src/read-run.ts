import { apply, emptyRun, parseRunEvent, type RunEvent, type RunId, runRow, type RunState } from '@planwright/core';
import type { EventStore } from '@planwright/runtime';
import type { CommandContext } from './command.js';
import { type Fits, findRun } from './find-run.js';
import { projectOf, withStore } from './open-project.js';
import { unattendedRuns } from './unattended-runs.js';

export async function readEvents(store: EventStore, id: RunId): Promise<readonly RunEvent[]> {
  return (await store.read(id)).map(parseRunEvent);
}

export async function readRun(store: EventStore, id: RunId): Promise<RunState> {
  return foldRun(id, await readEvents(store, id));
}

function foldRun(id: RunId, events: readonly RunEvent[]): RunState {
  return events.reduce(apply, emptyRun(id));
}

export type LookedAt = {
  readonly state: RunState;
  readonly events: readonly RunEvent[];
  /** It is under way on record, and nobody works on it. */
  readonly isUnattended: boolean;
};

/** The run that is meant, as it stands and how it came to that, for commands that only look. Throws `run-not-found`. */
export async function lookAtRun(context: CommandContext, named: string | undefined, wanted: Fits): Promise<LookedAt> {
  return withStore(projectOf(context), async (store) => {
    const id = await findRun(store, named, wanted, context.out);
    const events = await readEvents(store, id);
    const state = foldRun(id, events);
    const unattended = await unattendedRuns(store, [runRow(state)]);
    return { events, state, isUnattended: unattended.has(id) };
  });
}
