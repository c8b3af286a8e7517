import { parsePatch, type StructuredPatch } from 'diff';

/** One file of a diff. */
export type FileDiff = {
  readonly path: string;
  readonly change: 'created' | 'changed' | 'deleted';
  readonly patch: StructuredPatch;
};

export type DiffReading =
  { readonly ok: true; readonly files: readonly FileDiff[] } | { readonly ok: false; readonly problem: string };

const nowhere = '/dev/null';

/** Reads a unified diff. What goes beyond the text of files (renames, modes, links, binaries) is not taken. */
export function readDiff(diff: string): DiffReading {
  let patches: readonly StructuredPatch[];
  try {
    patches = parsePatch(diff);
  } catch (error) {
    return refuse(`the diff cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  const files: FileDiff[] = [];
  for (const patch of patches) {
    const file = readFile(patch);
    if (typeof file === 'string') return refuse(file);
    files.push(file);
  }
  return files.length === 0 ? refuse('the diff changes nothing') : { ok: true, files };
}

function readFile(patch: StructuredPatch): FileDiff | string {
  const { from, to } = namesOf(patch);
  if (from === undefined || to === undefined) return 'the diff does not name its file: it needs lines with --- and +++';
  const path = to === nowhere ? from : to;
  const problem = beyondText(patch, path);
  if (problem !== undefined) return problem;
  if (from !== nowhere && to !== nowhere && from !== to)
    return `the diff renames ${from} to ${to}; delete the one and create the other`;
  if (patch.hunks.length === 0 && to !== nowhere && from !== nowhere) return `the diff of ${path} has no hunk`;
  return { path, patch, change: from === nowhere ? 'created' : to === nowhere ? 'deleted' : 'changed' };
}

/** Without the `a/` and `b/` that git puts before paths. */
function namesOf({ oldFileName, newFileName }: StructuredPatch): { readonly from?: string; readonly to?: string } {
  const isPrefixed = [oldFileName, newFileName].every((name) => name === nowhere || /^[ab]\//.test(name ?? ''));
  const plain = (name: string | undefined): string | undefined =>
    isPrefixed && name !== nowhere ? name?.slice(2) : name;
  const [from, to] = [plain(oldFileName), plain(newFileName)];
  return { ...(from ? { from } : {}), ...(to ? { to } : {}) };
}

function beyondText(
  { isRename, isCopy, isBinary, oldMode, newMode }: StructuredPatch,
  path: string,
): string | undefined {
  if (isBinary) return `the diff of ${path} is of a binary file`;
  if (isRename || isCopy) return `the diff renames or copies to ${path}; write the files instead`;
  const mode = newMode ?? '100644';
  if (mode !== (oldMode ?? '100644')) return `the diff sets the mode of ${path} to ${mode}; modes are not changed`;
  return undefined;
}

function refuse(problem: string): DiffReading {
  return { ok: false, problem };
}
