import type { RunId } from '@planwright/core';
import type { Workspaces } from './ports/workspaces.js';

/** The files as the run leaves them, also of a run that has not touched any. */
export async function runView(
  workspaces: Workspaces,
  runId: RunId,
  options: { readonly signal: AbortSignal },
): Promise<string> {
  await workspaces.base(runId, options);
  return workspaces.view(runId, options);
}
