import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pauseOf, type Plan, planState, PlanwrightError, type RunState, stepsToUndo } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import { aPlan, aStep } from '../../core/src/testing/make-plan.js';
import { aRepository, signal, subjects, workspacesOf } from './adapters/workspaces/testing/a-git-project.js';
import { createRuntime, type RuntimeOptions } from './create-runtime.js';
import type { Workspaces } from './ports/workspaces.js';
import { findStep, type Run } from './run-handle.js';
import { createFunctionWorker } from './testing/index.js';

/** E1, then E2 and E3 side by side, then E4 which needs E2; each writes a file of its own. */
const fourWriters: Plan = aPlan([
  aStep('E1', { agent: 'coder' }),
  aStep('E2', { agent: 'coder', dependsOn: ['E1'] }),
  aStep('E3', { agent: 'coder', dependsOn: ['E1'] }),
  aStep('E4', { agent: 'coder', dependsOn: ['E2'] }),
]);

const writer = createFunctionWorker(async ({ label }, { root = '' }) => {
  await writeFile(join(root, `${label}.txt`), `${label}\n`);
  return `wrote ${label}.txt`;
});

async function start(options: Partial<RuntimeOptions> = {}, plan = fourWriters): Promise<Run> {
  return createRuntime({ worker: writer, ...options }).start({ plan }, { approve: 'auto' });
}

const undo = (run: Run, label: string): Promise<RunState> => run.undo(findStep(run.state(), label), { signal });
const statuses = ({ execution }: RunState): unknown => execution?.steps.map(({ status }) => status);
const files = async (workspaces: Workspaces, { id }: Run): Promise<readonly string[]> =>
  (await readdir(await workspaces.view(id, { signal }))).filter((name) => name.endsWith('.txt')).sort();
const patiently = { timeout: 30_000 };
const refusal = (error: unknown): unknown => (PlanwrightError.is(error) ? error.info : error);

describe('undoing a step of a run', () => {
  it('takes its commit and those of its dependents out, and pauses the run', async () => {
    const workspaces = workspacesOf(await aRepository({ 'a.md': 'one\n' }));
    const run = await start({ workspaces });
    await run.rest();
    const state = await undo(run, 'E2');
    expect(statuses(state)).toEqual(['done', 'pending', 'done', 'pending']);
    expect(planState(state)).toBe('paused');
    expect((await subjects(workspaces)).toSorted()).toEqual(['E1: do E1', 'E3: do E3']);
    expect(await files(workspaces, run)).toEqual(['E1.txt', 'E3.txt']);
  });

  it('lets them run again in the same process, with one commit a step in the end', async () => {
    const workspaces = workspacesOf(await aRepository({}));
    const run = await start({ workspaces });
    await run.rest();
    await undo(run, 'E2');
    await run.resume();
    await run.attend();
    expect(planState(await run.rest())).toBe('done');
    expect((await subjects(workspaces)).toSorted()).toEqual(['E1: do E1', 'E2: do E2', 'E3: do E3', 'E4: do E4']);
  });

  it('that was cut off after the files were changed is ended by undoing it again', async () => {
    const workspaces = workspacesOf(await aRepository({}));
    const run = await start({ workspaces });
    await run.rest();
    await workspaces.undo(run.id, stepsToUndo(fourWriters, [findStep(run.state(), 'E2')]), { signal });
    expect(statuses(run.state())).toEqual(['done', 'done', 'done', 'done']);
    const state = await undo(run, 'E2');
    expect(statuses(state)).toEqual(['done', 'pending', 'done', 'pending']);
    expect(await files(workspaces, run)).toEqual(['E1.txt', 'E3.txt']);
  });

  it('holds a run that is under way before a file changes, and says how to end what was cut off', async () => {
    const real = workspacesOf(await aRepository({}));
    const seen: (string | undefined)[] = [];
    const workspaces: Workspaces = {
      ...real,
      undo: (...asked) => {
        seen.push(pauseOf(run.state())?.note);
        return real.undo(...asked);
      },
    };
    const { worker, let: letE3 } = heldUp('E3');
    const run = await start({ workspaces, worker });
    await expect.poll(() => statuses(run.state()), patiently).toEqual(['done', 'done', 'in_progress', 'done']);
    await undo(run, 'E2');
    expect(seen).toEqual([`E2 is being undone; if that was cut off, \`planwright undo ${run.id} E2\` ends it`]);
    letE3();
    expect(statuses(await run.rest())).toEqual(['done', 'pending', 'done', 'pending']);
    expect(pauseOf(run.state())?.note).toBe('E2, E4 were undone; resume runs them again');
  });

  it('during the closing turn makes its answer worth nothing, and the run goes on', async () => {
    const workspaces = workspacesOf(await aRepository({}));
    const answers: (() => void)[] = [];
    const worker = {
      ...writer,
      answer: () => new Promise<{ text: string }>((resolve) => answers.push(() => resolve({ text: 'all is well' }))),
    };
    const run = await start({ workspaces, worker });
    await expect.poll(() => answers.length, patiently).toBe(1);
    await undo(run, 'E4');
    answers[0]?.();
    await run.resume();
    await expect.poll(() => answers.length, patiently).toBe(2);
    answers[1]?.();
    expect(await run.rest()).toMatchObject({ status: 'done', answer: { text: 'all is well' } });
  });

  it('that only read changes no files, and needs no workspaces', async () => {
    const run = await start({ worker: createFunctionWorker(() => 'found') }, aPlan([aStep('E1'), aStep('E2')]));
    await run.rest();
    expect(statuses(await undo(run, 'E1'))).toEqual(['pending', 'done']);
  });
});

describe('an undo that cannot be done', () => {
  it('because a later step builds on the same lines names the files and changes nothing', async () => {
    const workspaces = workspacesOf(await aRepository({ 'a.txt': 'one\n' }));
    const worker = createFunctionWorker(async ({ label }, { root = '' }) => {
      await writeFile(join(root, 'a.txt'), `${label}\n`);
      return 'wrote';
    });
    const plan = aPlan([aStep('E1', { agent: 'coder' }), aStep('E2', { agent: 'coder' })], { mode: 'sequential' });
    const run = await start({ workspaces, worker }, plan);
    const before = await run.rest();
    expect(refusal(await undo(run, 'E1').catch((error: unknown) => error))).toMatchObject({
      code: 'command-refused',
      message: expect.stringContaining('"E2: do E2" builds on the same lines') as unknown,
      details: { reason: 'conflict', files: ['a.txt'] },
    });
    expect(run.state()).toEqual(before);
    expect(await subjects(workspaces)).toEqual(['E1: do E1', 'E2: do E2']);
  });

  it('leaves a run that was under way under way', async () => {
    const real = workspacesOf(await aRepository({}));
    const workspaces: Workspaces = {
      ...real,
      undo: () => Promise.resolve({ ok: false, reason: 'E9 builds on it', files: ['a.txt'] }),
    };
    const { worker, let: letE3 } = heldUp('E3');
    const run = await start({ workspaces, worker });
    await expect.poll(() => statuses(run.state()), patiently).toEqual(['done', 'done', 'in_progress', 'done']);
    await expect(undo(run, 'E2')).rejects.toThrow('E2 cannot be undone alone: E9 builds on it');
    expect(planState(run.state())).toBe('running');
    letE3();
    expect(statuses(await run.rest())).toEqual(['done', 'done', 'done', 'done']);
  });

  it('because the run would refuse it changes no file', async () => {
    const workspaces = workspacesOf(await aRepository({}));
    const { worker, let: letE4 } = heldUp('E4');
    const run = await start({ workspaces, worker });
    await expect.poll(() => statuses(run.state()), patiently).toEqual(['done', 'done', 'done', 'in_progress']);
    await expect(undo(run, 'E2')).rejects.toThrow('somebody works on what would be undone (E4)');
    expect(await files(workspaces, run)).toEqual(['E1.txt', 'E2.txt', 'E3.txt']);
    letE4();
    await run.rest();
  });

  it('because its workspace was removed says so', async () => {
    const workspaces = workspacesOf(await aRepository({}));
    const run = await start({ workspaces });
    const before = await run.rest();
    await workspaces.clean(run.id, { force: true, signal });
    await expect(undo(run, 'E2')).rejects.toThrow('its workspace was removed');
    expect(run.state()).toEqual(before);
  });

  it('because there are no workspaces here says what is missing', async () => {
    const work = { commit: 'c0ffee', changes: [{ path: 'a.txt', change: 'added' as const }], outside: [] };
    const worker = createFunctionWorker(() => ({ type: 'done', answer: 'wrote', work }));
    const run = await start({ worker }, aPlan([aStep('E1')]));
    await run.rest();
    await expect(undo(run, 'E1')).rejects.toThrow('give createRuntime `workspaces`');
  });
});

/** The writer, with one step that ends only when it is let. */
function heldUp(label: string): { readonly worker: typeof writer; readonly let: () => void } {
  let go = (): void => undefined;
  const gone = new Promise<void>((resolve) => (go = resolve));
  const worker = createFunctionWorker(async (order, options) => {
    if (order.label === label) await gone;
    return writer.work(order, options);
  });
  return { worker, let: () => go() };
}
