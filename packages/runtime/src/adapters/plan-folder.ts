import { constants } from 'node:fs';
import { lstat, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { overviewPaths, PlanwrightError } from '@planwright/core';
import { describeReadFailure } from './read-failure.js';

/** What a plan's folder may hold besides its tasks, as far as it is read. */
const knownFiles = [...overviewPaths, 'explorations-manifest.json'] as const;
const overviews: readonly string[] = overviewPaths;
const taskFolder = '.task';

/** Far more than a task is; what is larger was put there by mistake. */
const maxBytes = 8 * 1024 * 1024;
const maxTasks = 1_000;

/** A link or pipe in a file's place is neither followed nor waited for; Windows has neither flag. */
const noDetours = (constants.O_NOFOLLOW || 0) | (constants.O_NONBLOCK || 0);

/** Whether a path is a folder with a plan in two layers, however well it is written. */
export async function isPlanFolder(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => []);
  return names.some((name) => overviews.includes(name));
}

/**
 * The texts of a plan's folder by their paths in it, as `readTwoLayer` takes them; of a folder without a plan there are none.
 * Throws `file-unreadable` where the folder or one of its files cannot be read. No link in it is followed.
 */
export async function readPlanFolder(folder: string): Promise<ReadonlyMap<string, string>> {
  await requireFolder(folder);
  const files = new Map<string, string>();
  for (const path of [...knownFiles, ...(await taskPaths(folder))]) {
    const text = await readFileText(folder, path);
    if (text !== undefined) files.set(path, text);
  }
  return files;
}

async function requireFolder(folder: string): Promise<void> {
  const status = await stat(folder).catch((error: unknown) => {
    throw unreadable(folder, describeReadFailure(error), error);
  });
  if (!status.isDirectory()) throw unreadable(folder, 'it is not a folder');
}

async function taskPaths(folder: string): Promise<readonly string[]> {
  const path = join(folder, taskFolder);
  const status = await lstat(path).catch(() => undefined);
  if (status === undefined) return [];
  if (!status.isDirectory()) throw unreadable(path, 'it must be a folder, and no link to one');
  const names = await readdir(path).catch((error: unknown) => {
    throw unreadable(path, describeReadFailure(error), error);
  });
  const tasks = names.filter((name) => name.endsWith('.json')).sort();
  if (tasks.length > maxTasks) throw unreadable(path, `it has ${tasks.length} tasks; at most ${maxTasks} are read`);
  return tasks.map((name) => `${taskFolder}/${name}`);
}

async function readFileText(folder: string, path: string): Promise<string | undefined> {
  const file = join(folder, path);
  const handle = await open(file, constants.O_RDONLY | noDetours).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return undefined;
    throw unreadable(
      file,
      code === 'ELOOP' ? 'it is a link; links are not followed' : describeReadFailure(error),
      error,
    );
  });
  if (handle === undefined) return undefined;
  try {
    const status = await handle.stat();
    if (!status.isFile()) throw unreadable(file, 'it is not a regular file');
    if (status.size > maxBytes) throw unreadable(file, `it has ${status.size} bytes; at most ${maxBytes} are read`);
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}

function unreadable(path: string, reason: string, cause?: unknown): PlanwrightError {
  return new PlanwrightError('file-unreadable', `${path} cannot be read: ${reason}`, { details: { path }, cause });
}
