import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Git } from './git.js';

export type MergedTree =
  { readonly ok: true; readonly tree: string } | { readonly ok: false; readonly files: readonly string[] };

export type Sides = { readonly base: string; readonly ours: string; readonly theirs: string };

/**
 * What `theirs` did since `base`, done to `ours`. Needs no working tree and changes no branch. Not by `git merge-tree`: that
 * needs a newer git, and starts merge drivers. Renames are a deletion and an addition.
 */
export async function mergeTrees(git: Git, sides: Sides, signal: AbortSignal): Promise<MergedTree> {
  if (sides.ours === sides.base) return { ok: true, tree: sides.theirs };
  const folder = await mkdtemp(join(tmpdir(), 'planwright-merge-'));
  try {
    const place = { index: join(folder, 'index'), signal };
    const clash = await git.run(['read-tree', '-i', '-m', '--aggressive', sides.base, sides.ours, sides.theirs], place);
    if (clash.code !== 0) return { ok: false, files: pathsNamed(clash.stderr) };
    const unmerged = stagesIn(await git.ask(['ls-files', '-z', '--unmerged'], place));
    const conflicts: string[] = [];
    const merged: string[] = [];
    for (const [path, stages] of unmerged) {
      const blob = await mergeFile(git, stages, { workTree: folder, signal });
      if (blob === undefined) conflicts.push(path);
      else merged.push(`0 ${'0'.repeat(blob.id.length)}\t${path}\0`, `${blob.mode} ${blob.id}\t${path}\0`);
    }
    if (conflicts.length > 0) return { ok: false, files: conflicts };
    if (merged.length > 0) await git.ask(['update-index', '-z', '--index-info'], { ...place, input: merged.join('') });
    return { ok: true, tree: await git.ask(['write-tree'], place) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Blob = { readonly mode: string; readonly id: string };
type Stages = { readonly base?: Blob; readonly ours?: Blob; readonly theirs?: Blob };

const stageNames: Readonly<Record<string, keyof Stages>> = { '1': 'base', '2': 'ours', '3': 'theirs' };

function stagesIn(text: string): ReadonlyMap<string, Stages> {
  const found = new Map<string, Stages>();
  for (const [, mode = '', id = '', stage = '', path = ''] of text.matchAll(/(\d+) ([0-9a-f]+) (\d)\t([^\0]*)\0/g)) {
    const name = stageNames[stage];
    if (name) found.set(path, { ...found.get(path), [name]: { mode, id } });
  }
  return found;
}

/** Two texts with a common origin become one if they changed different lines; anything else is a conflict. */
async function mergeFile(
  git: Git,
  { base, ours, theirs }: Stages,
  place: { readonly workTree: string; readonly signal: AbortSignal },
): Promise<Blob | undefined> {
  if (!base || !ours || !theirs) return undefined;
  if (![base, ours, theirs].every(({ mode }) => mode.startsWith('100'))) return undefined;
  // By files, never by text of ours: what git merges need not be UTF-8.
  const files: string[] = [];
  for (const { id } of [ours, base, theirs]) files.push(await git.ask(['unpack-file', id], place));
  if ((await git.run(['merge-file', '--quiet', ...files], place)).code !== 0) return undefined;
  const id = await git.ask(['hash-object', '-w', '--no-filters', '--', files[0] ?? ''], place);
  return { mode: ours.mode === base.mode ? theirs.mode : ours.mode, id };
}

function pathsNamed(text: string): readonly string[] {
  return [...text.matchAll(/'([^'\n]+)'/g)].map(([, path = '']) => path);
}
