import { hasEnded, runResult } from '@planwright/core';
import type { Run } from '@planwright/runtime';
import { clarified, tellStanding } from './carry-on.js';
import { runDocument } from './output/run-document.js';
import { planView, runView } from './output/run-view.js';
import type { Session } from './session.js';

/** Waits for a plan, shows it, and leaves it at that. `isKept`: it can be approved later, and how is said. */
export async function showDraft(session: Session, run: Run, isKept: boolean): Promise<number> {
  const { flags, out } = session.context;
  session.carry(run);
  const state = await clarified(session, run, await run.rest());
  if (hasEnded(state)) return tellStanding(session, state);
  if (flags.has('json')) out.json(runDocument(state));
  else out.print(isKept ? runView(state, out.columns) : planView(state, out.columns));
  return runResult(state).state === 'draft' ? 0 : runResult(state).exit;
}
