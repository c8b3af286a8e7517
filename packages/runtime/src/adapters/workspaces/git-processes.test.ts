import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  aRepository,
  aSite,
  change,
  doStep,
  git,
  keptCommit,
  runId,
  signal,
  subjects,
  text,
  workspacesOf,
} from './testing/a-git-project.js';

const common = `
  import { writeFile } from 'node:fs/promises';
  import { writeSync } from 'node:fs';
  import { join } from 'node:path';
  import { createGitWorkspaces } from ${JSON.stringify(new URL('git-workspaces.ts', import.meta.url).href)};
  const [root, label] = process.argv.slice(1);
  const signal = new AbortController().signal;
  const workspaces = createGitWorkspaces({ root, stateFolder: join(root, '.planwright'), environment: process.env });
  const open = (label) => workspaces.open(
    { runId: ${JSON.stringify(runId)}, stepId: ('step' + label.slice(1)).slice(-5), label, title: 'Does ' + label, try: 1, class: 'writes', files: [] },
    { signal },
  );`;

/** Keeps four steps one after another, as fast as it can. */
const keeper = `${common}
  for (const number of [0, 1, 2, 3]) {
    const workspace = await open(label + number);
    await writeFile(join(workspace.root, label + number + '.txt'), 'x');
    const kept = await workspace.keep({ signal });
    if (!kept.ok) throw new Error(kept.reason);
  }`;

/** Is in the middle of a step, for good. */
const worker = `${common}
  const workspace = await open(label);
  await writeFile(join(workspace.root, 'half.txt'), 'half done');
  await writeFile(join(workspace.root, 'a.txt'), 'half done');
  writeSync(1, workspace.root);
  setInterval(() => undefined, 1000);`;

/** Has brought its work to the branch, and never says so. */
const keptAndSilent = `${common}
  const workspace = await open(label);
  await writeFile(join(workspace.root, 'a.txt'), 'kept');
  await workspace.keep({ signal });
  writeSync(1, 'kept');
  setInterval(() => undefined, 1000);`;

function start(script: string, ...args: readonly string[]): ChildProcess {
  const child = spawn(
    process.execPath,
    ['--conditions=planwright-source', '--import=tsx', '--input-type=module', '-e', script, ...args],
    {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function output(child: ChildProcess): Promise<string> {
  const [bytes] = (await once(child.stdout!, 'data')) as [Buffer];
  return bytes.toString('utf8');
}

async function killed(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

describe('several processes on one run', () => {
  it('keep at the same time, and nothing is lost', async () => {
    const root = await aRepository({ 'a.txt': 'a' });
    const children = ['E1', 'E2'].map((label) => start(keeper, root, label));
    const ends = await Promise.all(children.map((child) => once(child, 'exit')));
    expect(ends.map(([code]: unknown[]) => code)).toEqual([0, 0]);
    const labels = ['E10', 'E11', 'E12', 'E13', 'E20', 'E21', 'E22', 'E23'];
    expect((await subjects(workspacesOf(root))).toSorted()).toEqual(labels.map((label) => `${label}: Does ${label}`));
    const names = await git(root, 'ls-tree', '--name-only', 'planwright/run-abcd');
    expect(names.split('\n')).toEqual([...labels.map((label) => `${label}.txt`), 'a.txt']);
  });
});

describe('a process that was killed', () => {
  it('leaves its place to the next try, which starts from the step’s beginning', async () => {
    const root = await aRepository({ 'a.txt': 'a' });
    const child = start(worker, root, 'E1');
    const place = await output(child);
    const workspaces = workspacesOf(root);
    const beside = await workspaces.open(aSite('E2'), { signal });
    expect(beside.root).not.toBe(place);
    await killed(child);
    const again = await workspaces.open(aSite('E1', { try: 2 }), { signal });
    expect(again.root).toBe(place);
    expect(await text(place, 'a.txt')).toBe('a');
    await expect(access(join(place, 'half.txt'))).rejects.toThrow();
  });

  it('after its work reached the branch but no record did: the next try finds the branch without it', async () => {
    const root = await aRepository({ 'a.txt': 'a' });
    const child = start(keptAndSilent, root, 'E1');
    await output(child);
    await killed(child);
    const workspaces = workspacesOf(root);
    await doStep(workspaces, 'E2', { 'b.txt': 'b' });
    const again = await workspaces.open(aSite('E1', { try: 2 }), { signal });
    expect(await text(again.root, 'a.txt')).toBe('a');
    await change(again.root, { 'a.txt': 'second try' });
    await keptCommit(again);
    expect(await subjects(workspaces)).toEqual(['E2: Does E2', 'E1: Does E1']);
  });

  it('in the middle of git leaves a lock that nobody waits for', async () => {
    const root = await aRepository({ 'a.txt': 'a' });
    const workspaces = workspacesOf(root);
    await doStep(workspaces, 'E1', { 'a.txt': 'b' });
    await change(root, { [`.planwright/worktrees/${runId}/1.index.lock`]: '' });
    expect(await doStep(workspaces, 'E2', { 'a.txt': 'c' })).not.toBeNull();
  });
});
