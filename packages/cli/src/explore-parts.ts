import { join } from 'node:path';
import type { ExploreParts } from '@planwright/runtime';
import { createFileExplorationCache, loadSpecContext, type SpecPlaces } from '@planwright/runtime/node';
import type { Project } from './project.js';
import type { Workers } from './workers/workers.js';

/** Where a project says what was specified, and its own rules. */
export function specPlaces({ root, stateFolder }: Project): SpecPlaces {
  return { folder: root, specsFolder: join(stateFolder, 'specs') };
}

/** How a project is looked at for a task: who looks, where it is kept, what was specified. `leavesNothing`: nowhere. */
export function exploreParts(
  project: Project,
  { explorer, searcher, workspaces }: Pick<Workers, 'explorer' | 'searcher' | 'workspaces'>,
  leavesNothing = false,
): ExploreParts & { readonly specs: NonNullable<ExploreParts['specs']> } {
  const { root, stateFolder } = project;
  return {
    explorer,
    searcher,
    cache: leavesNothing ? undefined : createFileExplorationCache(join(stateFolder, 'explorations')),
    clock: { now: () => new Date().toISOString() },
    specs: (task, options) => loadSpecContext(task, specPlaces(project), options),
    digest: workspaces && ((options) => workspaces.digest(root, options)),
  };
}
