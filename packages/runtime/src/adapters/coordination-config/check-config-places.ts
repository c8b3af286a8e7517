import { realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type ConfigError, type ConfigPlace, sharedFolders } from '@planwright/core';
import { isInside } from '../tools/inside-root.js';
import { resolveExisting } from '../tools/written-path.js';
import type { FileError, FileWarning } from './config-finding.js';

export type ConfigRoots = {
  /** Where the folders that agents work in and look at start. */
  readonly project: string;
  /** The configuration; beside it stand the files that belong to it, its scripts. */
  readonly file: string;
};

type Found = {
  readonly problems: readonly (ConfigError | FileError)[];
  readonly warnings: readonly FileWarning[];
};

/** Where a path of a configuration leads. */
export function resolvePlace({ written, use }: Pick<ConfigPlace, 'written' | 'use'>, roots: ConfigRoots): string {
  return resolve(use === 'script' ? dirname(roots.file) : roots.project, written);
}

/**
 * What the disk says about the paths of a configuration. What agents may change lies in the project, links resolved; what
 * they only read may lie outside, which is said; what they are shown is there; no two of them share a folder.
 */
export async function checkConfigPlaces(places: readonly ConfigPlace[], roots: ConfigRoots): Promise<Found> {
  const project = await realpath(roots.project);
  const led = await Promise.all(
    places.map(async (place) => ({ place, real: await resolveExisting(resolvePlace(place, roots)) })),
  );
  const found = await Promise.all(led.map(({ place, real }) => checkPlace(place, real, project)));
  const told = sharedFolders(places).map(({ path }) => path);
  const shared = sharedFolders(led.map(({ place, real }) => ({ ...place, written: real ?? place.written })));
  return {
    problems: [
      ...found.flatMap(({ problems }) => problems),
      // By links, or written once from the root and once not.
      ...shared.filter(({ path }) => !told.includes(path)),
    ],
    warnings: found.flatMap(({ warnings }) => warnings),
  };
}

async function checkPlace({ at, use }: ConfigPlace, real: string | undefined, project: string): Promise<Found> {
  const problem = (code: FileError['code'], message: string, suggestion: string): Found => ({
    ...{ problems: [{ code, path: at, message, suggestion }], warnings: [] },
  });
  const isOutside = use !== 'script' && (real === undefined || !isInside(project, real));
  if (isOutside && use !== 'read')
    return problem('outside-project', 'leads out of the project; agents change nothing there', 'name a folder in it');
  const status = real === undefined ? undefined : await stat(real).catch(() => undefined);
  if (use === 'agent' || use === 'state')
    return status === undefined || status.isDirectory()
      ? nothing
      : problem('not-a-folder', 'expected a folder; found a file', 'name a folder');
  if (status === undefined) return problem('path-missing', 'there is nothing at this path', fromProject);
  if (use === 'script' && !status.isFile())
    return problem('path-missing', 'expected a file; found a folder', fromProject);
  return isOutside ? { problems: [], warnings: [outsideWarning(at)] } : nothing;
}

const fromProject = 'name what is there; paths go from the project';

const nothing: Found = { problems: [], warnings: [] };

function outsideWarning(at: ConfigPlace['at']): FileWarning {
  return { code: 'outside-project', path: at, message: 'lies outside the project; agents are shown it all the same' };
}
