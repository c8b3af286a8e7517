import type { FileChange, KeepOptions, Kept, Proven, Workspace } from '../../ports/workspaces.js';

/** A place to read in, shared with others: nothing of it is to be given back. */
export function readingPlace(root: string): Workspace {
  return {
    root,
    notes: [],
    keep: (options) => keepNothing(root, [], options),
    drop: () => Promise.resolve(),
  };
}

/** A step that reads leaves nothing, whatever it changed in a place of its own. */
export async function keepNothing(
  root: string,
  changes: readonly FileChange[],
  { prove }: Pick<KeepOptions, 'prove'>,
): Promise<Kept> {
  const proven = await prove?.(root);
  if (proven?.ok === false) return notKept(reasonOf(proven), []);
  return { ok: true, commit: null, changes: [], outside: changes.map(({ path }) => path) };
}

export function notKept(reason: string, files: readonly string[]): Extract<Kept, { ok: false }> {
  return { ok: false, reason, files };
}

export function keptOutside(files: readonly string[]): Extract<Kept, { ok: false }> {
  return { ...notKept(`the step changed files that it does not name: ${files.join(', ')}`, files), outside: true };
}

export function reasonOf({ reason }: Proven): string {
  return reason ?? 'the result was not proven';
}
