import { randomUUID } from 'node:crypto';
import { cp, lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { parseJson, PlanwrightError } from '@planwright/core';
import { readPlanFolder } from './plan-folder.js';

/** A file of the folder: data, or a text such as `planning-context.md`. */
export type FolderFile = { readonly path: string } & ({ readonly json: object } | { readonly text: string });

/** What a plan consists of and is replaced as a whole; all else in its folder stays. */
const planParts: readonly string[] = ['plan.json', '.task', 'explorations-manifest.json', 'planning-context.md'];

/**
 * Writes a plan's folder, whole or not at all: it is made beside the place it shall have and takes that place at once. A
 * plan that is there is replaced, and whatever else lies beside it stays. Throws `usage-wrong` where the folder holds
 * something else, `store-unwritable` where the system does not let us write; then nothing has changed.
 */
export async function writePlanFolder(folder: string, files: readonly FolderFile[]): Promise<void> {
  for (const { path } of files) requireInside(path);
  const target = resolve(folder);
  const before = await entriesOf(target);
  if (before !== undefined && before.length > 0) await requirePlan(folder, before);
  const made = `${target}.planwright-${randomUUID()}`;
  try {
    await fill(made, files);
    const others = before?.filter((name) => !planParts.includes(name)) ?? [];
    for (const name of others) await carryOver(join(target, name), join(made, name));
    await takePlace(made, target, before !== undefined);
  } catch (cause) {
    await rm(made, { recursive: true, force: true }).catch(() => undefined);
    if (PlanwrightError.is(cause)) throw cause;
    throw new PlanwrightError('store-unwritable', `${folder} cannot be written: ${reasonOf(cause)}`, { cause });
  }
}

/** Paths come from ids that were checked; a path that leads elsewhere is a mistake of ours and is written nowhere. */
function requireInside(path: string): void {
  if (/^(?:[A-Za-z0-9_-][\w.-]*|\.task)(?:\/[A-Za-z0-9_-][\w.-]*)*$/.test(path)) return;
  throw new PlanwrightError('usage-wrong', `"${path}" is no path inside a plan's folder`);
}

/** The names in a folder, or undefined where there is none. */
async function entriesOf(folder: string): Promise<readonly string[] | undefined> {
  const status = await lstat(folder).catch(() => undefined);
  if (status === undefined) return undefined;
  if (status.isDirectory()) return (await readdir(folder)).sort();
  throw new PlanwrightError(
    'usage-wrong',
    `${folder} is ${status.isSymbolicLink() ? 'a link' : 'no folder'}; name a folder`,
  );
}

/** Only what is surely a plan in two layers is replaced, and only where nothing else lies among its tasks. */
async function requirePlan(folder: string, entries: readonly string[]): Promise<void> {
  const ids = entries.includes('plan.json') ? await taskIdsOf(folder) : undefined;
  const tasks = entries.includes('.task') ? await readdir(join(folder, '.task')).catch(() => ['.task']) : [];
  const foreign = ids === undefined ? entries : tasks.filter((name) => !ids.includes(name.replace(/\.json$/, '')));
  const otherPlans = entries.filter((name) => name === 'fix-plan.json' || name === 'sub-plan.json');
  const inTheWay = [...foreign, ...(ids === undefined ? [] : otherPlans)];
  if (inTheWay.length === 0) return;
  const shown = [...inTheWay.slice(0, 5), ...(inTheWay.length > 5 ? ['…'] : [])].join(', ');
  const expected = 'name a folder that is new, empty, or holds a two-layer plan and none of its own tasks';
  throw new PlanwrightError('usage-wrong', `${folder} holds something else (${shown}); ${expected}`, {
    details: { folder, found: inTheWay },
  });
}

async function taskIdsOf(folder: string): Promise<readonly unknown[] | undefined> {
  const parsed = parseJson((await readPlanFolder(folder)).get('plan.json') ?? '');
  const plan = parsed.ok ? parsed.value : undefined;
  const ids: unknown = typeof plan === 'object' && plan !== null && 'task_ids' in plan ? plan.task_ids : undefined;
  return Array.isArray(ids) ? ids : undefined;
}

async function fill(folder: string, files: readonly FolderFile[]): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  await mkdir(folder);
  for (const file of files) {
    const path = join(folder, file.path);
    await mkdir(dirname(path), { recursive: true });
    const handle = await open(path, 'wx');
    try {
      await handle.writeFile('text' in file ? file.text : `${JSON.stringify(file.json, null, 2)}\n`);
      // On disk before the folder takes its place, or a power cut would leave a plan of empty files.
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
}

/** What the plan itself brings anew is not carried over. */
async function carryOver(from: string, to: string): Promise<void> {
  const isNew = (await lstat(to).catch(() => undefined)) !== undefined;
  if (!isNew) await cp(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
}

async function takePlace(made: string, target: string, isTaken: boolean): Promise<void> {
  if (!isTaken) return rename(made, target);
  const aside = join(dirname(target), `${basename(target)}.planwright-before-${randomUUID()}`);
  await rename(target, aside);
  try {
    await rename(made, target);
  } catch (error) {
    await rename(aside, target);
    throw error;
  }
  // The new plan is in place; what cannot be removed lies beside it and harms nothing.
  await rm(aside, { recursive: true, force: true }).catch(() => undefined);
}

function reasonOf(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return 'writing there is not allowed';
  if (code === 'ENOSPC') return 'the disk is full';
  if (code === 'ENOTDIR' || code === 'EEXIST') return 'a file is in the way of one of its folders';
  if (code === 'ENOTEMPTY' || code === 'ENOENT') return 'somebody else changed it meanwhile';
  return code === '' ? String(cause) : `the system refused with ${code}`;
}
