import { type FileChange, outsideFiles, stepCommitMessage, whyNotKept } from '@planwright/core';
import type { KeepOptions, Kept, StepSite } from '../../ports/workspaces.js';
import { branchLock, fill, type Ground, knownRun, projectIn, runFolder, stagePlace } from './git-ground.js';
import { mergeTrees } from './git-merge-trees.js';
import { type Place, placeAt } from './git-place.js';
import type { Repository } from './git-repository.js';
import { changesOf, commitTree, moveBranch, treeOf } from './git-runs.js';
import type { LeftOut } from './git-snapshot.js';
import { whileLocked } from './held-lock.js';
import { keepNothing, keptOutside, notKept, reasonOf } from './reading-place.js';

/** One try's work: what it is, where it is, and the commit it started from. */
export type Work = { readonly site: StepSite; readonly place: Place; readonly start: string };

/** Brings the work of a try to the run's branch. */
export async function keepWork(ground: Ground, work: Work, options: KeepOptions): Promise<Kept> {
  const { site, place, start } = work;
  const { tree, leftOut } = await stagePlace(ground, place, options.signal);
  if (leftOut.length > 0) return cannotKeep(leftOut);
  const changes = await changesOf(ground.repository, start, tree);
  const outside = outsideFiles(changes, site.files);
  if (site.class === 'reads') return keepNothing(projectIn(ground, place.folder), changes, options);
  const forbidden = whyNotKept(changes, site.pathRules);
  if (forbidden !== undefined)
    return notKept(
      forbidden,
      changes.map(({ path }) => path),
    );
  if (options.outside === 'refuse' && outside.length > 0) return keptOutside(outside);
  return whileLocked(branchLock(ground, site.runId), options.signal, () =>
    addToBranch(ground, work, { ...options, tree, changes, outside }),
  );
}

function cannotKeep(leftOut: readonly LeftOut[]): Kept {
  const told = leftOut.map(({ path, reason }) => `${path} (${reason})`);
  return notKept(
    `these files cannot be kept: ${told.join(', ')}`,
    leftOut.map(({ path }) => path),
  );
}

type Changed = Omit<KeepOptions, 'outside'> & {
  readonly tree: string;
  readonly changes: readonly FileChange[];
  readonly outside: readonly string[];
};

/** The branch moves last, when nothing can refuse the work any more; nobody sees it before. */
async function addToBranch(ground: Ground, work: Work, changed: Changed): Promise<Kept> {
  const { repository } = ground;
  const { branch, tip } = await knownRun(ground, work.site.runId);
  const added = await commitOnto(repository, work, { ...changed, tip });
  if (!added.ok) return notKept(`other steps changed the same lines meanwhile: ${added.files.join(', ')}`, added.files);
  const refusal = await proofRefusal(ground, work, { ...changed, commit: added.commit });
  if (refusal !== undefined) return notKept(refusal, []);
  changed.signal.throwIfAborted();
  const kept = { changes: changed.changes, outside: changed.outside };
  if (added.commit === tip) return { ok: true, commit: null, ...kept };
  const move = { from: branch, to: added.commit, because: work.site.label };
  // Whoever moved it meanwhile did so without our lock: a person.
  if (!(await moveBranch(repository, work.site.runId, move))) return addToBranch(ground, work, changed);
  return { ok: true, commit: added.commit, ...kept };
}

type Added = { readonly ok: true; readonly commit: string } | { readonly ok: false; readonly files: readonly string[] };

/** The step's commit on top of the branch; the tip itself when it adds nothing. */
async function commitOnto(
  { git }: Repository,
  { site, start }: Work,
  { tip, tree, signal }: { readonly tip: string; readonly tree: string; readonly signal: AbortSignal },
): Promise<Added> {
  const current = await treeOf(git, tip);
  const merged = await mergeTrees(git, { base: await treeOf(git, start), ours: current, theirs: tree }, signal);
  if (!merged.ok) return merged;
  if (merged.tree === current) return { ok: true, commit: tip };
  const commit = await commitTree(git, { tree: merged.tree, parents: [tip], message: stepCommitMessage(site) });
  return { ok: true, commit };
}

/** Proven where only committed files are, so that nothing a step left lying about can make its work look right. */
async function proofRefusal(
  ground: Ground,
  { site }: Work,
  { commit, prove, signal }: Pick<KeepOptions, 'prove' | 'signal'> & { readonly commit: string },
): Promise<string | undefined> {
  if (!prove) return undefined;
  const place = placeAt(runFolder(ground, site.runId), 'proof');
  await fill(ground, place, { commit, signal });
  const proven = await prove(projectIn(ground, place.folder));
  return proven.ok ? undefined : reasonOf(proven);
}
