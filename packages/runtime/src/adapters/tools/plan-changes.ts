import { type Applied, applyDiff } from './apply-diff.js';
import { applyEdits, type Edit } from './apply-edits.js';
import type { FileChange } from './change-files.js';
import type { FileDiff } from './read-diff.js';
import { readForChange } from './read-for-change.js';

export type PatchRequest =
  | { readonly type: 'diff'; readonly files: readonly FileDiff[] }
  | { readonly type: 'edits'; readonly edits: readonly (Edit & { readonly path: string })[] };

export type PlannedChanges =
  | { readonly ok: true; readonly changes: readonly FileChange[]; readonly notes: readonly string[] }
  | { readonly ok: false; readonly problems: readonly string[] };

type Part = { readonly path: string; readonly apply: (text: string) => Applied; readonly change: FileDiff['change'] };

/** What files would hold after a patch; all of it is worked out before anything is written. */
export async function planChanges(root: string, request: PatchRequest): Promise<PlannedChanges> {
  const contents = new Map<string, string | null>();
  const notes: string[] = [];
  const problems: string[] = [];
  for (const part of partsOf(request)) {
    const before = await textBefore(root, part, contents);
    const applied = 'problem' in before ? ({ ok: false, problem: before.problem } as const) : part.apply(before.text);
    if (!applied.ok) problems.push(applied.problem);
    else contents.set(part.path, part.change === 'deleted' ? null : applied.text);
    if (applied.ok && applied.note !== undefined) notes.push(applied.note);
  }
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, changes: [...contents].map(([path, content]) => ({ path, content })), notes };
}

function partsOf(request: PatchRequest): readonly Part[] {
  if (request.type === 'diff')
    return request.files.map(({ path, change, patch }) => ({
      ...{ path, change },
      apply: (text) => applyDiff(path, text, patch),
    }));
  return request.edits.map(({ path, ...edit }) => ({
    ...{ path, change: 'changed' },
    apply: (text) => applyEdits(path, text, [edit]),
  }));
}

/** A file that an earlier part changed is taken as that part left it. */
async function textBefore(
  root: string,
  { path, change }: Part,
  contents: ReadonlyMap<string, string | null>,
): Promise<{ readonly text: string } | { readonly problem: string }> {
  const known = contents.get(path);
  if (typeof known === 'string') return { text: known };
  const before = known === null ? { problem: `${path} was deleted before` } : await readForChange(root, path);
  if (change !== 'created') return before;
  return 'problem' in before ? { text: '' } : { problem: `${path} is there already; the diff would create it` };
}
