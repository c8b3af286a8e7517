import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type RunId, runIdSchema, stepIdSchema } from '@planwright/core';
import type { StepSite, Workspace, Workspaces } from '../../../ports/workspaces.js';
import { aProject } from '../../../testing/temporary-project.js';
import { createGitWorkspaces } from '../git-workspaces.js';
import type { GitWorkspacesOptions } from '../git-ground.js';

export const signal: AbortSignal = new AbortController().signal;
export const runId: RunId = runIdSchema.parse('run-abcd');

/** The environment of somebody who has configured nothing. */
function nobodys(root: string): Readonly<Record<string, string | undefined>> {
  return { ...process.env, HOME: join(root, '.planwright'), XDG_CONFIG_HOME: join(root, '.planwright') };
}

/** Git as the user runs it. */
export async function git(root: string, ...args: readonly string[]): Promise<string> {
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', '-c', 'protocol.file.allow=always'];
  const { stdout } = await promisify(execFile)('git', [...identity, ...args], { cwd: root, env: nobodys(root) });
  return stdout.trim();
}

/** A real repository with these files committed. */
export async function aRepository(files: Readonly<Record<string, string>>): Promise<string> {
  const root = await aProject(files);
  await git(root, 'init', '--quiet', '--initial-branch=main');
  await git(root, 'add', '--all');
  await git(root, 'commit', '--quiet', '--allow-empty', '-m', 'first');
  return root;
}

export function workspacesOf(root: string, options: Partial<GitWorkspacesOptions> = {}): Workspaces {
  return createGitWorkspaces({ root, stateFolder: join(root, '.planwright'), environment: nobodys(root), ...options });
}

export function aSite(label: string, site: Partial<StepSite> = {}): StepSite {
  const stepId = stepIdSchema.parse(`step${label.slice(1)}`);
  return { runId, stepId, label, title: `Does ${label}`, try: 1, class: 'writes', files: [], ...site };
}

/** Writes files, or removes those whose content is null. */
export async function change(root: string, files: Readonly<Record<string, string | null>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    if (content === null) await rm(join(root, path));
    else {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), content);
    }
  }
}

/** A step from its start to its commit. */
export async function doStep(
  workspaces: Workspaces,
  label: string,
  files: Readonly<Record<string, string | null>>,
): Promise<string | null> {
  const workspace = await workspaces.open(aSite(label), { signal });
  await change(workspace.root, files);
  return keptCommit(workspace);
}

export async function keptCommit(workspace: Workspace): Promise<string | null> {
  const kept = await workspace.keep({ signal });
  if (!kept.ok) throw new Error(kept.reason);
  return kept.commit;
}

/** What of the user's must be the same afterwards, to the byte: index, branch, stashes, and how the files differ. */
export async function usersState(root: string): Promise<Readonly<Record<string, string>>> {
  const index = await readFile(join(root, '.git', 'index')).catch(() => '');
  const refs = (await git(root, 'for-each-ref')).split('\n').filter((line) => !line.includes('planwright'));
  return {
    index: createHash('sha256').update(index).digest('hex'),
    refs: refs.join('\n'),
    head: await readFile(join(root, '.git', 'HEAD'), 'utf8'),
    files: await git(
      root,
      '--no-optional-locks',
      'status',
      '--porcelain',
      '--untracked-files=all',
      '--',
      '.',
      ':!.planwright',
    ),
  };
}

export async function text(root: string, path: string): Promise<string> {
  return readFile(join(root, path), 'utf8');
}

/** The subjects on the run's branch, oldest first. */
export async function subjects(workspaces: Workspaces): Promise<readonly string[]> {
  return (await workspaces.list({ signal })).flatMap(({ commits }) => commits.map(({ subject }) => subject));
}
