import { hasEnded, runResult, type RunState } from '@planwright/core';
import type { Run } from '@planwright/runtime';
import { attendedBy } from './attended-by.js';
import { carryOnIfFree, clarified, tellStanding } from './carry-on.js';
import { runDocument } from './output/run-document.js';
import { planView, runView } from './output/run-view.js';
import type { Session } from './session.js';

export type DraftOptions = {
  /** It can be approved later, and how is said. */
  readonly isKept: boolean;
  /** Writes it elsewhere too; what it throws is told in place of the document, and beside what a person reads. */
  readonly write?: (state: RunState) => Promise<void>;
};

/** Waits for a plan, shows it, and leaves it at that. */
export async function showDraft(session: Session, run: Run, { isKept, write }: DraftOptions): Promise<number> {
  const { flags, out } = session.context;
  session.carry(run);
  const state = await clarified(session, run, await run.rest());
  if (hasEnded(state)) return tellStanding(session, state);
  if (flags.has('json')) {
    await write?.(state);
    out.json(runDocument(state));
  } else {
    out.print(isKept ? runView(state, out.columns, { flags }) : planView(state, out.columns));
    await write?.(state);
  }
  return runResult(state).state === 'draft' ? 0 : runResult(state).exit;
}

/** After somebody answered or revised: on with the run, but no further than was asked for when it was created. */
export async function carryOnAsAsked(session: Session, run: Run, toldSeq: number): Promise<number> {
  const isPlanOnly = run.state().planning?.until === 'draft';
  const isElsewhere = session.context.flags.has('no-wait') || (await attendedBy(session, run.id)) !== undefined;
  if (!isPlanOnly || isElsewhere) return carryOnIfFree(session, run, toldSeq);
  await run.attend();
  return showDraft(session, run, { isKept: true });
}
