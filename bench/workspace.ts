import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runIdSchema, stepIdSchema } from '@planwright/core';
import { createWorkspaces } from '../packages/runtime/src/adapters/workspaces/create-workspaces.js';
import type { Planner } from '../packages/runtime/src/ports/worker.js';
import type { StepSite, Workspaces } from '../packages/runtime/src/ports/workspaces.js';
import { createReceiptPlanner } from '../packages/runtime/src/receipt-planner.js';
import { atMost, interleaved, type Measurement, median, timed } from './measurement.js';

const files = 5_000;
const folders = 100;
const rounds = 7;
const { signal } = new AbortController();

type Repository = { readonly root: string; readonly git: (...args: readonly string[]) => Promise<unknown> };

/** Does something with a committed repository of 5,000 files of some 4 KB. */
async function withRepository(
  measure: (repository: Repository) => Promise<readonly Measurement[]>,
): Promise<readonly Measurement[]> {
  const root = await mkdtemp(join(tmpdir(), 'planwright-bench-'));
  const git: Repository['git'] = (...args) => promisify(execFile)('git', [...identity, ...args], { cwd: root });
  try {
    await git('init', '--quiet');
    await writeFiles(root);
    await git('add', '--all');
    await git('commit', '--quiet', '-m', 'first');
    return await measure({ root, git });
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];

async function writeFiles(root: string): Promise<void> {
  for (let folder = 0; folder < folders; folder += 1) {
    const path = join(root, `part-${folder}`);
    await mkdir(path);
    const numbers = Array.from({ length: files / folders }, (_, number) => number);
    await Promise.all(
      numbers.map((number) =>
        writeFile(join(path, `file-${number}.ts`), `export const n${number} = ${folder};\n`.repeat(120)),
      ),
    );
  }
}

function workspacesAt(root: string): Promise<Workspaces> {
  return createWorkspaces({ root, stateFolder: join(root, '.planwright'), environment: process.env });
}

const site: Omit<StepSite, 'runId'> = {
  ...{ stepId: stepIdSchema.parse('step1'), label: 'E1', title: 'Write', try: 1 },
  ...{ class: 'writes', files: [] },
};

/** What a step waits for before it can write: the base of its run, and a folder with all files. */
async function stepFolder({ root, git }: Repository): Promise<readonly Measurement[]> {
  const workspaces = await workspacesAt(root);
  let run = 0;
  const ours = async (): Promise<number> => {
    run += 1;
    const runId = runIdSchema.parse(`run-${String(run).padStart(4, '0')}`);
    const begun = performance.now();
    const workspace = await workspaces.open({ ...site, runId }, { signal });
    const took = performance.now() - begun;
    await workspace.drop();
    await workspaces.clean(runId, { force: true, signal });
    return took;
  };
  const bare = async (): Promise<number> => {
    const folder = join(root, '.planwright', 'bare');
    const took = await timed(() => git('worktree', 'add', '--quiet', '--detach', folder));
    await git('worktree', 'remove', '--force', folder);
    return took;
  };
  await ours();
  await bare();
  const [own, gits] = await interleaved(rounds, ours, bare);
  const detail = `${own.toFixed(0)} ms against ${gits.toFixed(0)} ms for git worktree add, ${files} files`;
  return [atMost('a folder for a step', { value: own / gits, limit: 1.5, detail })];
}

/** It has nothing to say, so that what is measured is the receipts. */
const planner: Planner = { draft: () => Promise.resolve({ ok: false, problems: [] }) };

/** What the receipts of two planning phases of one run take: a digest before and one after, each. */
async function planningPhases({ root }: Repository): Promise<readonly Measurement[]> {
  const first: number[] = [];
  const second: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const workspaces = await workspacesAt(root);
    const receipts = createReceiptPlanner(planner, (options) => workspaces.digest(root, options));
    const phase = (): Promise<number> => timed(() => receipts.draft('task', { signal }));
    first.push(await phase());
    second.push(await phase());
  }
  const [cold, warm] = [median(first), median(second)];
  const detail = `${warm.toFixed(0)} ms against ${cold.toFixed(0)} ms, ${files} files`;
  return [atMost('second planning phase against the first', { value: warm / cold, limit: 0.2, detail })];
}

export const workspaceSuite = [
  { name: 'step-folder', measure: () => withRepository(stepFolder) },
  { name: 'digest', measure: () => withRepository(planningPhases) },
] as const;
