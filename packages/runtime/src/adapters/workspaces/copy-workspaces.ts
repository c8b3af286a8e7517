import { randomUUID } from 'node:crypto';
import { access, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTwoFilesPatch } from 'diff';
import {
  changesBetween,
  type FileChange,
  PlanwrightError,
  type RunId,
  runIdSchema,
  type StepId,
} from '@planwright/core';
import type { Applied, Cleaned, Kept, RunWorkspace, StepSite, Workspace, Workspaces } from '../../ports/workspaces.js';
import { changesKept, type CopyRun, copyRun, keepCopy, undoCopy } from './copy-run.js';
import { copyFiles, filesIn } from './file-copy.js';
import { whileLocked } from './held-lock.js';
import { notKept, readingPlace } from './reading-place.js';
import { createFileDigests, digestOfAll, type FileDigests } from './workspace-digest.js';

export type CopyWorkspacesOptions = { readonly root: string; readonly stateFolder: string };

type Ground = { readonly root: string; readonly worktrees: string; readonly digests: FileDigests };

/**
 * Workspaces by copies of files, for machines without git. The same promises with less comfort: two steps conflict when they
 * change the same file, and a run is applied as a patch only.
 */
export function createCopyWorkspaces({ root, stateFolder }: CopyWorkspacesOptions): Workspaces {
  const ground: Ground = { root, worktrees: join(stateFolder, 'worktrees'), digests: createFileDigests() };
  const runOf = (runId: RunId): CopyRun => copyRun(ground.worktrees, runId);
  return {
    open: (site, { signal }) => openCopy(ground, site, signal),
    base: async (runId, { signal }) => {
      await takeBase(ground, runOf(runId), signal);
      const { digest } = digestOfAll(await filesIn(runOf(runId).base, ground.digests, signal));
      return { commit: digest, head: null, notes: [] };
    },
    drift: async (runId, { signal }) => ({
      head: null,
      changes: await between(ground, { from: runOf(runId).base, to: root }, signal),
    }),
    view: (runId) => Promise.resolve(runOf(runId).main),
    diff: (runId, { stepId, signal }) => diffOf(ground, runOf(runId), { stepId, signal }),
    undo: (runId, stepIds, { signal }) =>
      whileLocked(lockOf(runOf(runId)), signal, () => undoCopy(runOf(runId), stepIds, { ...ground, signal })),
    apply: (runId, { how, signal }) =>
      how === 'patch'
        ? whileLocked(lockOf(runOf(runId)), signal, () => applyCopy(ground, runOf(runId), signal))
        : Promise.resolve(notKept('there is no git on this machine; apply it as a patch', [])),
    clean: (runId, { force = false, signal }) => cleanCopy(ground, runOf(runId), { force, signal }),
    list: ({ signal }) => listCopies(ground, signal),
    throwaway: async ({ of = root, signal }) => {
      const copy = join(ground.worktrees, `throwaway-${randomUUID()}`);
      await copyAll(ground, { from: of, to: copy }, signal);
      return { root: copy, dispose: () => rm(copy, { recursive: true, force: true }) };
    },
    digest: async (folder, { signal }) => digestOfAll(await filesIn(folder, ground.digests, signal)),
  };
}

const lockOf = ({ folder }: CopyRun): string => join(folder, 'run.lock');

async function openCopy(ground: Ground, site: StepSite, signal: AbortSignal): Promise<Workspace> {
  const run = copyRun(ground.worktrees, site.runId);
  if (site.class === 'reads' && site.isolated !== true)
    return readingPlace((await isTaken(run)) ? run.main : ground.root);
  await takeBase(ground, run, signal);
  const root = join(run.folder, `${site.stepId}-${site.try}`);
  const start = await whileLocked(lockOf(run), signal, async () => {
    const undone = await undoCopy(run, [site.stepId], { ...ground, signal });
    if (!undone.ok)
      throw new PlanwrightError('command-refused', `an earlier try cannot be taken back: ${undone.reason}`);
    return copyAll(ground, { from: run.main, to: root }, signal);
  });
  const drop = (): Promise<void> => rm(root, { recursive: true, force: true });
  return {
    ...{ root, notes: [], drop },
    keep: async (options) => {
      const keep = (): Promise<Kept> => keepCopy(run, { site, root, start }, { ...options, digests: ground.digests });
      const kept = await whileLocked(lockOf(run), options.signal, keep);
      if (kept.ok) await drop();
      return kept;
    },
  };
}

/** The base is there as soon as it has its name, so half a copy is never taken for it. */
async function takeBase(ground: Ground, run: CopyRun, signal: AbortSignal): Promise<void> {
  await whileLocked(lockOf(run), signal, async () => {
    if (await isTaken(run)) return;
    const half = join(run.folder, 'half');
    await rm(half, { recursive: true, force: true });
    await copyAll(ground, { from: ground.root, to: run.main }, signal);
    await copyAll(ground, { from: run.main, to: half }, signal);
    await rename(half, run.base);
  });
}

function isTaken({ base }: CopyRun): Promise<boolean> {
  return access(base).then(
    () => true,
    () => false,
  );
}

/** Makes a folder a copy of another. Gives its files. */
async function copyAll(
  { digests }: Ground,
  { from, to }: { readonly from: string; readonly to: string },
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  await rm(to, { recursive: true, force: true });
  const files = await filesIn(from, digests, signal);
  await copyFiles(from, to, { paths: [...files.keys()], signal });
  return files;
}

async function between(
  { digests }: Ground,
  { from, to }: { readonly from: string; readonly to: string },
  signal: AbortSignal,
): Promise<readonly FileChange[]> {
  return changesBetween(await filesIn(from, digests, signal), await filesIn(to, digests, signal));
}

async function diffOf(
  ground: Ground,
  run: CopyRun,
  options: { readonly stepId: StepId | undefined; readonly signal: AbortSignal },
): Promise<string> {
  const kept = (await changesKept(run)).find(({ stepId }) => stepId === options.stepId);
  if (options.stepId !== undefined && !kept) return '';
  const [from, to] = kept ? [join(kept.folder, 'before'), join(kept.folder, 'after')] : [run.base, run.main];
  const changes = kept?.changes ?? (await between(ground, { from, to }, options.signal));
  const read = (folder: string, path: string): Promise<string> => readFile(join(folder, path), 'utf8').catch(() => '');
  const patches = changes.map(async ({ path }) =>
    createTwoFilesPatch(`a/${path}`, `b/${path}`, await read(from, path), await read(to, path)),
  );
  return (await Promise.all(patches)).join('');
}

async function applyCopy(ground: Ground, run: CopyRun, signal: AbortSignal): Promise<Applied> {
  const changes = await between(ground, { from: run.base, to: run.main }, signal);
  const edited = new Set((await between(ground, { from: run.base, to: ground.root }, signal)).map(({ path }) => path));
  const files = changes.map(({ path }) => path).filter((path) => edited.has(path));
  if (files.length > 0) return notKept(`these files were edited since the run began: ${files.join(', ')}`, files);
  await copyFiles(run.main, ground.root, { paths: changes.map(({ path }) => path) });
  await writeFile(join(run.folder, 'applied'), await stateOf(ground, run, signal));
  return { ok: true, commit: null, changes, moved: false };
}

async function stateOf({ digests }: Ground, { main }: CopyRun, signal: AbortSignal): Promise<string> {
  return digestOfAll(await filesIn(main, digests, signal)).digest;
}

async function isApplied(ground: Ground, run: CopyRun, signal: AbortSignal): Promise<boolean> {
  const applied = await readFile(join(run.folder, 'applied'), 'utf8').catch(() => undefined);
  return applied === (await stateOf(ground, run, signal));
}

async function cleanCopy(
  ground: Ground,
  run: CopyRun,
  { force, signal }: { readonly force: boolean; readonly signal: AbortSignal },
): Promise<Cleaned> {
  const lost =
    force || (await isApplied(ground, run, signal)) ? [] : (await changesKept(run)).map(({ subject }) => subject);
  if (lost.length > 0)
    return {
      ok: false,
      reason: `this has not been applied and would be lost: ${lost.join('; ')}. Apply it, or clean with --force`,
    };
  await rm(run.folder, { recursive: true, force: true });
  return { ok: true };
}

async function listCopies(ground: Ground, signal: AbortSignal): Promise<readonly RunWorkspace[]> {
  const found: RunWorkspace[] = [];
  for (const name of await readdir(ground.worktrees).catch(() => [])) {
    const runId = runIdSchema.safeParse(name);
    if (!runId.success) continue;
    const run = copyRun(ground.worktrees, runId.data);
    const commits = (await changesKept(run)).map(({ stepId, subject }) => ({ stepId, subject, commit: null }));
    found.push({ runId: runId.data, commits, applied: await isApplied(ground, run, signal) });
  }
  return found;
}
