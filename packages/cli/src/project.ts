import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { PlanwrightError } from '@planwright/core';

/** A project: its root, and where its state is kept. */
export type Project = {
  readonly root: string;
  readonly stateFolder: string;
  readonly storeFile: string;
  readonly settingsFile: string;
  /** Why this folder is the root. */
  readonly because: string;
  /** It is, or lies in, a git repository: what a run changed can come to a branch. */
  readonly hasBranches: boolean;
};

/**
 * The project around a folder: the nearest one upwards that has `.planwright`, else `.git` or `planwright.yaml`, else the
 * folder itself. A repository is a boundary: a `.planwright` that somebody once made in their home folder does not take in
 * every repository below it.
 */
export function findProject(cwd: string, given: string | undefined): Project {
  if (given !== undefined) return projectAt(existingFolder(resolve(cwd, given)), 'it was given');
  const upwards = foldersUpwards(cwd);
  const repository = upwards.findIndex((folder) => existsSync(join(folder, '.git')));
  const inside = repository === -1 ? upwards : upwards.slice(0, repository + 1);
  for (const marks of [['.planwright'], ['.git', 'planwright.yaml']]) {
    for (const folder of inside) {
      const found = marks.find((mark) => existsSync(join(folder, mark)));
      if (found !== undefined) return projectAt(folder, `it has ${found}`);
    }
  }
  return projectAt(cwd, 'no folder above it is a project');
}

function foldersUpwards(folder: string): readonly string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersUpwards(above)];
}

function existingFolder(folder: string): string {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return folder;
  const what = found === undefined ? 'there is nothing at' : 'not a folder:';
  throw new PlanwrightError('usage-wrong', `the project must be a folder; ${what} ${folder}`);
}

function projectAt(root: string, because: string): Project {
  const stateFolder = join(root, '.planwright');
  return {
    root,
    stateFolder,
    storeFile: join(stateFolder, 'planwright.db'),
    settingsFile: join(root, 'planwright.yaml'),
    because,
    hasBranches: foldersUpwards(root).some((folder) => existsSync(join(folder, '.git'))),
  };
}

/** Whether there is a store, or what is left of one: a log whose file is gone holds runs, and whoever looks is told. */
export function hasStore({ storeFile }: Pick<Project, 'storeFile'>): boolean {
  return existsSync(storeFile) || existsSync(`${storeFile}-wal`);
}

/** Everything but what people write for others: the agents of the project and its specifications. */
const ignored = ['*', '!agents/', '!agents/**', '!specs/', '!specs/**', ''].join('\n');

/**
 * Makes the state folder, ignored by git but for what is shared. Throws `store-unwritable`. Until there is a store, also where
 * the folder is there: somebody put agents into it, or a process was ended halfway.
 */
export function prepareStateFolder({ stateFolder, storeFile }: Project): void {
  if (existsSync(storeFile)) return;
  const list = join(stateFolder, '.gitignore');
  try {
    makeFolder(stateFolder);
    if ((statSync(list, { throwIfNoEntry: false })?.size ?? 0) === 0) writeFileSync(list, ignored);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new PlanwrightError('store-unwritable', `the folder ${stateFolder} cannot be made: ${reason}`, {
      details: { folder: stateFolder },
      cause: error,
    });
  }
}

/** Another process may make it at the same moment. Not with `recursive`, which has no end in a file system like /proc. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}
