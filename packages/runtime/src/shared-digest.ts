import type { WorkspaceDigest } from './ports/workspaces.js';
import { untilAborted } from './until-aborted.js';
import type { TakeDigest } from './with-receipt.js';

/**
 * The same digest, taken once for all who ask while another is being taken: that one may have begun before what they want to
 * know about, so they share the next.
 */
export function createSharedDigest(take: TakeDigest): TakeDigest {
  let running: Promise<unknown> = Promise.resolve();
  let waiting: Promise<WorkspaceDigest> | undefined;
  const { signal: everybodys } = new AbortController();
  const next = (): Promise<WorkspaceDigest> => {
    const taken = running.then(() => {
      waiting = undefined;
      return take({ signal: everybodys });
    });
    running = taken.catch(() => undefined);
    return taken;
  };
  return async ({ signal }) => {
    signal.throwIfAborted();
    waiting ??= next();
    return untilAborted(waiting, signal);
  };
}
