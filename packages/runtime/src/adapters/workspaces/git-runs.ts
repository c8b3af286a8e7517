import {
  type FileChange,
  PlanwrightError,
  type RunId,
  runIdSchema,
  runRefs,
  type StepId,
  stepIdSchema,
  stepTrailer,
} from '@planwright/core';
import { type Git, gitFailure, pathsIn } from './git.js';
import type { Sides } from './git-merge-trees.js';
import type { Repository } from './git-repository.js';

/** What git has of a run. Commits by their ids; null for what there is none of. */
export type RunState = {
  readonly base: string;
  readonly head: string | null;
  /** Null until a step has been kept. */
  readonly branch: string | null;
  /** The branch, or the base while there is none. */
  readonly tip: string;
  readonly applied: string | null;
};

/** One step's work on the branch; a commit that a person put there belongs to no step. */
export type RunCommit = {
  readonly id: string;
  readonly stepId: StepId | null;
  readonly subject: string;
  readonly message: string;
};

/** Undefined for a run whose base was not taken yet. */
export async function readRun({ git }: Repository, runId: RunId): Promise<RunState | undefined> {
  const refs = runRefs(runId);
  const text = await git.ask(['for-each-ref', '--format=%(refname) %(objectname)', refs.folder, refs.branch]);
  const found = new Map(text.split('\n').map((line) => line.split(' ') as [string, string | undefined]));
  const base = found.get(refs.base);
  if (base === undefined) return undefined;
  const at = (ref: string): string | null => found.get(ref) ?? null;
  const branch = at(refs.branch);
  return { base, head: at(refs.head), branch, tip: branch ?? base, applied: at(refs.applied) };
}

export async function runsIn({ git }: Repository): Promise<readonly RunId[]> {
  const refs = await git.ask(['for-each-ref', '--format=%(refname)', 'refs/planwright']);
  return refs.split('\n').flatMap((ref) => {
    const name = runIdSchema.safeParse(/^refs\/planwright\/([^/]+)\/base$/.exec(ref)?.[1]);
    return name.success ? [name.data] : [];
  });
}

/** The run's commits, oldest first. */
export async function runCommits(
  { git }: Repository,
  { base, tip }: Pick<RunState, 'base' | 'tip'>,
): Promise<readonly RunCommit[]> {
  const format = `--format=%H%x1f%(trailers:key=${stepTrailer},valueonly,separator=)%x1f%s%x1f%B`;
  const text = await git.ask(['log', '-z', '--reverse', '--first-parent', format, `${base}..${tip}`]);
  return pathsIn(text).map((entry) => {
    const [id = '', step = '', subject = '', message = ''] = entry.split('\x1f');
    const stepId = stepIdSchema.safeParse(step);
    return { id, stepId: stepId.success ? stepId.data : null, subject, message };
  });
}

export async function commitTree(
  git: Git,
  commit: { readonly tree: string; readonly parents: readonly string[]; readonly message: string },
): Promise<string> {
  const parents = commit.parents.flatMap((parent) => ['-p', parent]);
  return git.ask(['commit-tree', commit.tree, ...parents, '-F', '-'], { input: commit.message });
}

export async function treeOf(git: Git, commit: string): Promise<string> {
  return git.ask(['rev-parse', '--verify', '--end-of-options', `${commit}^{tree}`]);
}

/** The trees of three commits, as one question: starting git is what takes the time. */
export async function treesOf(git: Git, commits: Sides): Promise<Sides> {
  const asked = [commits.base, commits.ours, commits.theirs].map((commit) => `${commit}^{tree}`);
  const [base = '', ours = '', theirs = ''] = (await git.ask(['rev-parse', ...asked])).split('\n');
  return { base, ours, theirs };
}

/** The commit checked out in the user's tree; null before the first. */
export async function usersHead({ git }: Pick<Repository, 'git'>): Promise<string | null> {
  const { code, stdout } = await git.run(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
  return code === 0 ? stdout.trim() : null;
}

/**
 * Moves a ref if it still is where it was (null: if there is none), and tells whether it was. Never stopped half-way, so no
 * lock stays behind.
 */
export async function moveRef(
  { git }: Repository,
  ref: string,
  move: { readonly from: string | null; readonly to: string; readonly because: string },
): Promise<boolean> {
  const from = move.from ?? '0'.repeat(move.to.length);
  const args = ['update-ref', '--no-deref', '-m', `planwright: ${move.because}`, ref, move.to, from];
  const output = await git.run(args);
  if (output.code === 0) return true;
  const { code, stdout } = await git.run(['rev-parse', '--verify', '--quiet', ref]);
  if ((code === 0 ? stdout.trim() : null) !== move.from) return false;
  throw gitFailure(args, output);
}

/** Moves the run's branch, unless it is checked out somewhere: it must not change under anybody's files. */
export async function moveBranch(
  repository: Repository,
  runId: RunId,
  move: { readonly from: string | null; readonly to: string; readonly because: string },
): Promise<boolean> {
  const { branch } = runRefs(runId);
  const holder = await checkedOutAt(repository, branch);
  if (holder === undefined) return moveRef(repository, branch, move);
  const name = branch.replace('refs/heads/', '');
  const why = `branch ${name} is checked out in ${holder}; switch to another branch there, so that the run can go on`;
  throw new PlanwrightError('command-refused', why);
}

/** The folder in which a branch is checked out, if it is. */
export async function checkedOutAt({ git }: Repository, branch: string): Promise<string | undefined> {
  const entries = (await git.ask(['worktree', 'list', '--porcelain'])).split('\n\n').map((entry) => entry.split('\n'));
  return entries.find((lines) => lines.includes(`branch ${branch}`))?.[0]?.replace('worktree ', '');
}

const changeNames: Readonly<Record<string, FileChange['change']>> = { A: 'added', D: 'deleted' };

/** What differs between two trees or commits, by path from the project root. */
export async function changesOf(
  { git, prefix }: Pick<Repository, 'git' | 'prefix'>,
  from: string,
  to: string,
): Promise<readonly FileChange[]> {
  const fields = pathsIn(await git.ask(['diff-tree', '-r', '-z', '--no-renames', '--name-status', from, to]));
  return fields.flatMap((path, at) => {
    if (at % 2 === 0) return [];
    return [{ path: fromProject(prefix, path), change: changeNames[fields[at - 1] ?? ''] ?? 'changed' }];
  });
}

function fromProject(prefix: string, path: string): string {
  if (path.startsWith(prefix)) return path.slice(prefix.length);
  return `${prefix.replace(/[^/]+/g, '..')}${path}`;
}
