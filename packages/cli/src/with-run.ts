import type { Run } from '@planwright/runtime';
import type { CommandContext } from './command.js';
import { findRun, type Fits } from './find-run.js';
import { projectOf, withStore } from './open-project.js';
import { readRun } from './read-run.js';
import { recordedCoordination } from './recorded-coordination.js';
import { type Session, withSession } from './session.js';

export type MeantRun = { readonly named: string | undefined; readonly wanted: Fits };

/** Opens the run that is meant, with the agents it was started with, for commands that carry it on. Throws `run-not-found`. */
export async function withRun<Result>(
  context: CommandContext,
  { named, wanted }: MeantRun,
  work: (session: Session, run: Run) => Promise<Result>,
): Promise<Result> {
  const state = await withStore(projectOf(context), async (store) =>
    readRun(store, await findRun(store, named, wanted, context.out)),
  );
  return withSession(
    context,
    { store: 'existing', coordination: (_settings, project) => recordedCoordination(state, context, project) },
    async (session) => work(session, await session.runtime.open(state.id)),
  );
}
