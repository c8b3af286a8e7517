import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { boundAgents, type FileChange, type Ground, PlanwrightError } from '@planwright/core';
import type { LookAtGround } from '../ports/ground.js';
import type { Environment } from './command-environment.js';
import { createGit, type Git } from './workspaces/git.js';
import { changesOf, usersHead } from './workspaces/git-runs.js';

type Place = { readonly root: string; readonly environment: Environment };

export type ProjectGroundOptions = Place & {
  /** The agents, tool servers, models and rules of this process by name, as JSON data without secrets. */
  readonly agents: Parameters<typeof boundAgents>[0];
};

/**
 * What plans of a project stand on: the commit that is checked out, and who would carry them out. Git is asked only when one of
 * the files has changed in which it keeps where `HEAD` is.
 */
export function createProjectGround({ agents, ...place }: ProjectGroundOptions): LookAtGround {
  const bound = boundAgents(agents);
  let opening: Promise<Repository | undefined> | undefined;
  let known: { readonly stamp: string; readonly ground: Ground } | undefined;
  return async () => {
    const repository = await (opening ??= openRepository(place));
    if (repository === undefined) return { baseCommit: null, ...bound };
    // Before git is asked: what moves meanwhile is seen at the next look.
    const stamp = stampOf(repository);
    if (known?.stamp === stamp) return known.ground;
    const ground = { baseCommit: await usersHead(repository), ...bound };
    known = { stamp, ground };
    return ground;
  };
}

/** The project's files that differ between two commits; none where git does not have both any more. */
export async function changedBetween(place: Place, from: string, to: string): Promise<readonly FileChange[]> {
  const repository = await openRepository(place);
  if (repository === undefined) return [];
  return changesOf(repository, from, to).catch(() => []);
}

type Repository = {
  readonly git: Git;
  readonly prefix: string;
  readonly gitDir: string;
  readonly commonDir: string;
};

/** Undefined for a project that is in no repository. */
async function openRepository({ root, environment }: Place): Promise<Repository | undefined> {
  const git = createGit({ cwd: root, environment });
  const asked = ['rev-parse', '--absolute-git-dir', '--git-common-dir', '--show-prefix'];
  const { code, stdout } = await git.run(asked).catch(withoutGit);
  const [gitDir = '', commonDir = '', prefix = ''] = stdout.split('\n');
  if (code !== 0) return undefined;
  return { git, prefix, gitDir, commonDir: resolve(root, commonDir) };
}

function withoutGit(error: unknown): { readonly code: number; readonly stdout: string } {
  if (PlanwrightError.is(error) && error.code === 'settings-invalid') return { code: 1, stdout: '' };
  throw error;
}

/** Another text whenever `HEAD` can have moved: git writes one of these files then, however it keeps its branches. */
function stampOf({ gitDir, commonDir }: Repository): string {
  const head = textOf(join(gitDir, 'HEAD'));
  const [, branch = 'HEAD'] = /^ref: (.+)$/m.exec(head) ?? [];
  const files = [branch, 'packed-refs', join('reftable', 'tables.list')].map((name) => join(commonDir, name));
  return [head, ...files.map(versionOf)].join(' ');
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function versionOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined ? '-' : `${found.ino}:${found.ctimeMs}`;
}
