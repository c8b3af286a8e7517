import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { changesBetween, type FileChange, outsideFiles, type RunId, type StepId, whyNotKept } from '@planwright/core';
import type { KeepOptions, Kept, Proven, StepSite, Undone } from '../../ports/workspaces.js';
import { copyFiles, filesIn } from './file-copy.js';
import { keepNothing, keptOutside, notKept, reasonOf } from './reading-place.js';
import type { FileDigests } from './workspace-digest.js';

/** What a step changed. The files are in `before` and `after` inside the folder. */
export type Change = {
  readonly stepId: StepId;
  readonly subject: string;
  readonly folder: string;
  readonly changes: readonly FileChange[];
};

/** One run's copies: what it began with, what it is now, and what each step changed. */
export type CopyRun = { readonly folder: string; readonly base: string; readonly main: string; readonly kept: string };

export function copyRun(worktrees: string, runId: RunId): CopyRun {
  const folder = join(worktrees, runId);
  return { folder, base: join(folder, 'base'), main: join(folder, 'main'), kept: join(folder, 'kept') };
}

/** Oldest first. */
export async function changesKept({ kept }: CopyRun): Promise<readonly Change[]> {
  const names = (await readdir(kept).catch(() => [])).filter((name) => name.endsWith('.json')).sort();
  return Promise.all(
    names.map(async (name) => {
      const change = JSON.parse(await readFile(join(kept, name), 'utf8')) as Omit<Change, 'folder'>;
      return { ...change, folder: join(kept, name.slice(0, -'.json'.length)) };
    }),
  );
}

type Place = { readonly site: StepSite; readonly root: string; readonly start: ReadonlyMap<string, string> };

/** Brings a step's changes to the run's copy. The caller has the run's lock. */
export async function keepCopy(
  run: CopyRun,
  { site, root, start }: Place,
  options: KeepOptions & { readonly digests: FileDigests },
): Promise<Kept> {
  const { digests, signal } = options;
  const changes = changesBetween(start, await filesIn(root, digests, signal));
  const paths = changes.map(({ path }) => path);
  const outside = outsideFiles(changes, site.files);
  if (site.class === 'reads') return keepNothing(root, changes, options);
  const forbidden = whyNotKept(changes, site.pathRules);
  if (forbidden !== undefined)
    return notKept(
      forbidden,
      changes.map(({ path }) => path),
    );
  if (options.outside === 'refuse' && outside.length > 0) return keptOutside(outside);
  const now = await filesIn(run.main, digests, signal);
  const conflicts = paths.filter((path) => now.get(path) !== start.get(path));
  if (conflicts.length > 0)
    return notKept(`other steps changed these files meanwhile: ${conflicts.join(', ')}`, conflicts);
  const proven = options.prove && (await prove(run, { root, paths, now }, options));
  if (proven && !proven.ok) return notKept(reasonOf(proven), []);
  signal.throwIfAborted();
  if (paths.length > 0) await record(run, { site, root, changes });
  return { ok: true, commit: null, changes, outside };
}

/** Proven where only kept files are. */
async function prove(
  run: CopyRun,
  work: { readonly root: string; readonly paths: readonly string[]; readonly now: ReadonlyMap<string, string> },
  { prove: ask, signal }: KeepOptions,
): Promise<Proven | undefined> {
  const proof = join(run.folder, 'proof');
  await rm(proof, { recursive: true, force: true });
  await copyFiles(run.main, proof, { paths: [...work.now.keys()], signal });
  await copyFiles(work.root, proof, { paths: work.paths, signal });
  return ask?.(proof);
}

/** The images are on disk before the run's copy changes, so that a crash in between can be taken back. */
async function record(
  run: CopyRun,
  { site, root, changes }: { readonly site: StepSite; readonly root: string; readonly changes: readonly FileChange[] },
): Promise<void> {
  await mkdir(run.kept, { recursive: true });
  const last = (await readdir(run.kept)).sort().at(-1) ?? '0';
  const folder = join(run.kept, `${String(parseInt(last, 10) + 1).padStart(8, '0')}-${site.stepId}`);
  const paths = changes.map(({ path }) => path);
  await copyFiles(run.main, join(folder, 'before'), { paths });
  await copyFiles(root, join(folder, 'after'), { paths });
  const change: Omit<Change, 'folder'> = { stepId: site.stepId, subject: `${site.label}: ${site.title}`, changes };
  await writeFile(`${folder}.json`, JSON.stringify(change));
  await copyFiles(root, run.main, { paths });
}

/** Puts back what files were before these steps, unless another step has changed them since. */
export async function undoCopy(
  run: CopyRun,
  stepIds: readonly StepId[],
  { digests, signal }: { readonly digests: FileDigests; readonly signal: AbortSignal },
): Promise<Undone> {
  const all = await changesKept(run);
  const undone = all.filter(({ stepId }) => stepIds.includes(stepId)).reverse();
  const later = (change: Change): readonly Change[] =>
    all.slice(all.indexOf(change) + 1).filter((other) => !undone.includes(other));
  const conflicts = undone.flatMap((change) => {
    const others = new Set(later(change).flatMap(({ changes }) => changes.map(({ path }) => path)));
    return change.changes.map(({ path }) => path).filter((path) => others.has(path));
  });
  if (conflicts.length > 0) {
    const reason = `later steps changed the same files, so they would have to be undone too: ${conflicts.join(', ')}`;
    return { ok: false, reason, files: conflicts };
  }
  const before = await filesIn(run.main, digests, signal);
  for (const { folder, changes } of undone) {
    await copyFiles(join(folder, 'before'), run.main, { paths: changes.map(({ path }) => path) });
    await rm(`${folder}.json`);
    await rm(folder, { recursive: true });
  }
  return { ok: true, changes: changesBetween(before, await filesIn(run.main, digests, signal)) };
}
