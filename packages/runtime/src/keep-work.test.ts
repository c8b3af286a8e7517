import { type StepOutcome } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import { keepWork } from './keep-work.js';
import type { CommandResult, Commands } from './ports/commands.js';
import type { Kept, Workspace } from './ports/workspaces.js';
import { anOrder } from './testing/an-order.js';

const { signal } = new AbortController();
const done: Extract<StepOutcome, { type: 'done' }> = {
  type: 'done',
  answer: 'it works',
  model: 'm',
  usage: { inputTokens: 4 },
};
const order = anOrder({ verify: ['npm test'], approvedCommands: ['npm test'] });

function commandsThat(end: CommandResult): Commands & { readonly roots: (string | undefined)[] } {
  const roots: (string | undefined)[] = [];
  return { roots, run: async (_command, { root }) => (roots.push(root), end) };
}

const passing = { type: 'exited', code: 0, output: '3 passed', durationMs: 1 } as const;
const failing = { type: 'exited', code: 1, output: '1 failed', durationMs: 1 } as const;

/** A workspace whose branch is elsewhere; `kept` is what keeping comes to when the proof holds. */
function aWorkspace(kept: Kept): Workspace & { readonly outside: unknown[] } {
  const told: unknown[] = [];
  return {
    outside: told,
    root: '/step',
    notes: [],
    keep: async ({ prove, outside }) => {
      told.push(outside);
      const proven = await prove?.('/branch');
      return proven?.ok === false ? { ok: false, reason: proven.reason ?? '', files: [] } : kept;
    },
    drop: () => Promise.resolve(),
  };
}

const change = { path: 'a.ts', change: 'changed' } as const;

describe('a step that says it is done', () => {
  it('is done when its commands succeed, with that as proof', async () => {
    const outcome = await keepWork(done, order, { commands: commandsThat(passing), workspace: undefined }, { signal });
    expect(outcome).toMatchObject({
      type: 'done',
      answer: 'it works',
      proof: [{ criterion: '`npm test` ends with exit code 0', met: true }],
    });
  });

  it('has failed when a command fails, whatever it says, and what it cost is kept', async () => {
    const outcome = await keepWork(done, order, { commands: commandsThat(failing), workspace: undefined }, { signal });
    expect(outcome).toMatchObject({
      type: 'failed',
      error: { message: '`npm test` ended with exit code 1: 1 failed', retryable: true },
      usage: { inputTokens: 4 },
      model: 'm',
    });
  });

  it('has failed by whoever would do the same again, where one who does said it was done', async () => {
    const place = { commands: commandsThat(failing), workspace: undefined };
    const outcome = await keepWork({ ...done, deterministic: true }, order, place, { signal });
    expect(outcome).toMatchObject({ type: 'failed', deterministic: true });
  });

  it('has failed when nobody can run its commands', async () => {
    const outcome = await keepWork(done, order, { workspace: undefined }, { signal });
    expect(outcome).toMatchObject({
      type: 'failed',
      error: { message: expect.stringContaining('nothing here can run them') },
    });
  });

  it('is proven where its work will be, and says what it changed', async () => {
    const commands = commandsThat(passing);
    const workspace = aWorkspace({ ok: true, commit: 'abc', changes: [change], outside: [] });
    expect(await keepWork(done, order, { commands, workspace }, { signal })).toMatchObject({
      type: 'done',
      work: { commit: 'abc', changes: [change], outside: [] },
    });
    expect(commands.roots).toEqual(['/branch']);
  });

  it('has failed with the failing command when the proof does not hold on the branch', async () => {
    const workspace = aWorkspace({ ok: true, commit: 'abc', changes: [change], outside: [] });
    expect(await keepWork(done, order, { commands: commandsThat(failing), workspace }, { signal })).toMatchObject({
      type: 'failed',
      error: { message: expect.stringContaining('exit code 1') },
    });
  });

  it('has failed when it changed files it does not name, and asks where somebody looks on', async () => {
    const workspace = aWorkspace({ ok: false, reason: 'it changed b.ts', files: ['b.ts'], outside: true });
    const work = (beyondPlan: 'ask' | 'refuse') =>
      keepWork(done, anOrder({ files: [{ path: 'a.ts' }], beyondPlan }), { workspace }, { signal });
    expect(await work('refuse')).toMatchObject({ type: 'failed', error: { message: 'it changed b.ts' } });
    expect(await work('ask')).toMatchObject({ type: 'asks', asked: { files: ['b.ts'], reason: 'it changed b.ts' } });
    expect(workspace.outside).toEqual(['refuse', 'refuse']);
  });

  it('may have changed any file where it names none, and that is told', async () => {
    const workspace = aWorkspace({ ok: true, commit: 'abc', changes: [change], outside: [] });
    await keepWork(done, anOrder({ files: [] }), { workspace }, { signal });
    expect(workspace.outside).toEqual(['tell']);
  });

  it('has failed when its work does not fit that of others', async () => {
    const workspace = aWorkspace({ ok: false, reason: 'a.ts was changed by E2 as well', files: ['a.ts'] });
    expect(await keepWork(done, anOrder(), { workspace }, { signal })).toMatchObject({
      type: 'failed',
      error: { message: 'a.ts was changed by E2 as well' },
    });
  });
});
