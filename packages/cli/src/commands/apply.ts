import { changesView, type RunState } from '@planwright/core';
import { type Applied, type ApplyHow, takeOutStrays, type Workspaces } from '@planwright/runtime';
import { saysYes } from '../says-yes.js';
import { choice } from '../choice.js';
import type { Command, CommandContext } from '../command.js';
import { fits } from '../find-run.js';
import { openWorkspaces, stoppable } from '../open-workspaces.js';
import { appliedView, notAppliedView, type ToApply, toApplyView } from '../output/apply-view.js';
import { diffStats } from '../output/diff-view.js';
import { lookAtRun } from '../read-run.js';
import { applyWays } from '../setting-values.js';

/** Brings what a run changed to the user: all of it, or nothing and the files that are in the way. */
export const apply: Command = async (context) => {
  const { flags, out, system } = context;
  const how = choice('--how', flags.text('how') ?? 'merge', applyWays);
  const { state } = await lookAtRun(context, context.arguments[0], fits.report);
  const workspaces = await openWorkspaces(context);
  const found = await stoppable(context, (signal) => lookAt(workspaces, state, { how, signal }));
  if (typeof found === 'string') return tellNothing(context, state, found);
  // Where there is no commit to come on top of nothing would come: nobody is shown it or asked, and why is said below.
  const wouldCome = how === 'patch' || found.onto !== null;
  if (wouldCome && !flags.has('json')) out.print(toApplyView(state, found));
  const isAsked = system.stdin.isTerminal && system.stdout.isTerminal && !flags.has('json') && !flags.has('yes');
  if (wouldCome && isAsked && !(await saysYes(context.system, 'Apply exactly this?'))) {
    out.print('Nothing was applied.');
    return 0;
  }
  const applied = await stoppable(context, (signal) => workspaces.apply(state.id, { how, signal }));
  return tellApplied(context, state, { how, applied });
};

type Found = ToApply & {
  /** The commit of the user's that it would come on top of; null before the first, and without git. */
  readonly onto: string | null;
};

/** What there is to bring, or why there is nothing. */
async function lookAt(
  workspaces: Workspaces,
  state: RunState,
  { how, signal }: { readonly how: ApplyHow; readonly signal: AbortSignal },
): Promise<Found | string> {
  await takeOutStrays(state, workspaces, { signal });
  const workspace = (await workspaces.list({ signal })).find(({ runId }) => runId === state.id);
  if (workspace === undefined && changesView(state).length > 0) return 'its workspace was removed';
  if (workspace === undefined || workspace.commits.length === 0) return 'it has changed no files';
  if (workspace.applied) return 'all of it was applied already';
  const drift = await workspaces.drift(state.id, { signal });
  const { head } = await workspaces.base(state.id, { signal });
  const stats = diffStats(await workspaces.diff(state.id, { signal }));
  return { workspace, how, drift, onto: drift.head ?? head, stats };
}

function tellNothing({ flags, out }: CommandContext, { id }: RunState, reason: string): number {
  if (flags.has('json')) out.json({ run: id, applied: false, reason, files: [] });
  else out.print(`Nothing to apply of run ${id}: ${reason}.`);
  return 0;
}

function tellApplied(
  { flags, out }: CommandContext,
  { id }: RunState,
  { how, applied }: { readonly how: ApplyHow; readonly applied: Applied },
): number {
  const { ok, ...facts } = applied;
  if (flags.has('json')) out.json({ run: id, how, applied: ok, ...facts });
  else if (applied.ok) out.print(appliedView(id, applied));
  else out.note(notAppliedView(id, applied, how));
  return ok ? 0 : 1;
}
