import { createMemoryEventStore, type EventStore } from '@planwright/runtime';
import { createSqliteEventStore } from '@planwright/runtime/node';
import type { CommandContext } from './command.js';
import { findProject, hasStore, type Project } from './project.js';

/** The project a command works on. */
export function projectOf({ flags, system }: CommandContext): Project {
  const variable = system.env['PLANWRIGHT_PROJECT'] ?? '';
  return findProject(system.cwd, flags.text('project') ?? (variable === '' ? undefined : variable));
}

/** Reads from the project's store. Where there is none, an empty one stands in: looking leaves nothing behind. */
export async function withStore<Result>(
  project: Project,
  read: (store: EventStore) => Promise<Result>,
): Promise<Result> {
  const store = hasStore(project) ? await createSqliteEventStore(project.storeFile) : createMemoryEventStore();
  try {
    return await read(store);
  } finally {
    await store.close();
  }
}
