import type { RunId } from '@planwright/core';
import type { Workspaces } from '../../ports/workspaces.js';
import { runView } from '../../run-view.js';
import { untilAborted } from '../../until-aborted.js';

/** The files as a run leaves them, made ready once for all who ask for them meanwhile: agents are asked together. */
export function createSharedView(
  workspaces: Workspaces,
): (runId: RunId, options: { readonly signal: AbortSignal }) => Promise<string> {
  const underWay = new Map<RunId, Promise<string>>();
  const { signal: everybodys } = new AbortController();
  const begin = (runId: RunId): Promise<string> => {
    const view = runView(workspaces, runId, { signal: everybodys }).finally(() => underWay.delete(runId));
    underWay.set(runId, view);
    return view;
  };
  return async (runId, { signal }) => {
    signal.throwIfAborted();
    return untilAborted(underWay.get(runId) ?? begin(runId), signal);
  };
}
