import type { Workspaces } from '@planwright/runtime';
import { createWorkspaces } from '@planwright/runtime/node';
import type { CommandContext } from './command.js';
import { projectOf } from './open-project.js';

/** What there is of the runs' files, without anybody who works on them. */
export function openWorkspaces(context: CommandContext): Promise<Workspaces> {
  const { root, stateFolder } = projectOf(context);
  return createWorkspaces({ root, stateFolder, environment: context.system.env });
}

/** Does something that is ended in good order, or given up, before a process that is asked to stop does. */
export async function stoppable<Result>(
  { system }: CommandContext,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const stop = new AbortController();
  const working = work(stop.signal);
  const forget = system.onStop(async ({ why }) => {
    stop.abort(new Error(why));
    await working.catch(() => undefined);
  });
  return working.finally(forget);
}
