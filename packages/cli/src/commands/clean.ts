import { PlanwrightError, type RunId } from '@planwright/core';
import type { Cleaned, RunWorkspace, Workspaces } from '@planwright/runtime';
import type { Command, CommandContext } from '../command.js';
import { findRun, type Fits } from '../find-run.js';
import { openWorkspaces, stoppable } from '../open-workspaces.js';
import { projectOf, withStore } from '../open-project.js';
import { style } from '../output/style.js';

const ended: Fits = [{ states: ['done', 'failed', 'cancelled'] }];

type Result = { readonly run: RunId } & Cleaned;

/** Removes the branch and the folders of runs. Work that was not applied is lost only when it is said so of a named run. */
export const clean: Command = async (context) => {
  const [named] = context.arguments;
  const force = context.flags.has('force');
  const isForAll = context.flags.has('all-applied');
  if (isForAll && (force || named !== undefined))
    throw new PlanwrightError('usage-wrong', '--all-applied stands alone: it takes no run and no --force');
  if (force && named === undefined)
    throw new PlanwrightError('usage-wrong', '--force loses work, so it needs the run it is meant for');
  const workspaces = await openWorkspaces(context);
  const kept = await stoppable(context, (signal) => workspaces.list({ signal }));
  const runs = isForAll
    ? kept.filter(({ applied }) => applied).map(({ runId }) => runId)
    : [await runMeant(context, named, kept)];
  const results = await stoppable(context, (signal) => cleanAll(workspaces, runs, { force, signal }));
  tell(context, results, kept);
  return results.every(({ ok }) => ok) ? 0 : 1;
};

/** A run whose events are gone may still have files. */
async function runMeant(
  context: CommandContext,
  named: string | undefined,
  kept: readonly RunWorkspace[],
): Promise<RunId> {
  const exact = kept.find(({ runId }) => runId === named);
  if (exact !== undefined) return exact.runId;
  return withStore(projectOf(context), (store) => findRun(store, named, ended, context.out));
}

async function cleanAll(
  workspaces: Workspaces,
  runs: readonly RunId[],
  options: { readonly force: boolean; readonly signal: AbortSignal },
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const run of runs) results.push({ run, ...(await workspaces.clean(run, options)) });
  return results;
}

function tell({ flags, out }: CommandContext, results: readonly Result[], kept: readonly RunWorkspace[]): void {
  if (flags.has('json')) out.json(results.map(({ ok, ...rest }) => ({ ...rest, cleaned: ok })));
  else if (results.length === 0) out.print('No run that was applied has left anything behind.');
  else
    for (const result of results) {
      const wasThere = kept.some(({ runId }) => runId === result.run);
      if (!result.ok) out.note(`${style('red', 'not cleaned:')} ${result.run}: ${result.reason}`);
      else if (wasThere) out.print(`${result.run}: its branch and folders are removed; what it did is still on record`);
      else out.print(`${result.run}: there is nothing to clean`);
    }
}
