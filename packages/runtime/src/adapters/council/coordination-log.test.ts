import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRedactor, planState, type RunEvent, type RunState } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import { createRuntime, proceed } from '../../create-runtime.js';
import type { Council } from '../../ports/council.js';
import type { Run } from '../../run-handle.js';
import { createFunctionWorker } from '../../testing/function-worker.js';
import { aProject } from '../../testing/temporary-project.js';
import { createCoordinationLog } from './coordination-log.js';
import { someSettings, writtenPlan } from './testing/a-consult-order.js';

const secret = 'sk-test-0123456789abcdef';

/** Two agents of one mind, the second of whom asks for another attempt. */
const council: Council = {
  consult: async ({ agent, mayVote, attempt }, { say, onReceipt }) => {
    const receipt = { agent: agent.id, before: 'x', after: 'x', changes: [], calls: [], refused: [] };
    onReceipt?.({ phase: mayVote ? 'vote' : 'propose', ...receipt });
    if (!mayVote) await say({ type: 'new_answer', content: writtenPlan(`Find ${agent.id}${attempt} with ${secret}.`) });
    else await say({ type: 'vote', proposal: 'agent1.1', reason: `it says ${secret}` });
    return {};
  },
  evaluate: async () => ({ verdict: { type: 'restart', reason: 'it is not there', instructions: 'Find it.' } }),
};

type Change = readonly [RunState, readonly RunEvent[]];

/** A run from its beginning to its end, with all that happened. */
async function aRunToItsEnd(): Promise<{ readonly run: Run; readonly changes: readonly Change[] }> {
  const changes: Change[] = [];
  const runtime = createRuntime({
    council,
    worker: createFunctionWorker(() => 'found'),
    onChange: (state, events) => changes.push([state, events]),
  });
  const run = await runtime.start(
    { task: 'Find it' },
    { coordination: someSettings({ restarts: 1 }), planning: { explore: false } },
  );
  for (let state = await run.rest(); planState(state) === 'draft'; state = await run.rest())
    await proceed(run, 'reads-only');
  return { run, changes };
}

describe('the log of a coordination', () => {
  it('has for each attempt its proposals, ballots, outcome, receipts and status, without secrets', async () => {
    const folder = await aProject();
    const log = createCoordinationLog({ folder, redact: createRedactor([secret]) });
    const { run, changes } = await aRunToItsEnd();
    for (const [state, events] of changes) log.write(state, events);
    await log.idle();

    const read = async (...path: readonly string[]): Promise<unknown> =>
      JSON.parse(await readFile(join(folder, run.id, ...path), 'utf8'));
    expect((await readdir(join(folder, run.id))).toSorted()).toEqual(['attempt-1', 'attempt-2', 'status.json']);
    expect((await readdir(join(folder, run.id, 'attempt-1'))).toSorted()).toEqual([
      'ballots.json',
      'outcome.json',
      'proposals',
      'receipts.jsonl',
    ]);
    expect(await read('attempt-1', 'proposals', 'agent1.1.json')).toMatchObject({
      agent: 'a',
      plan: { steps: [{ task: 'Find a1 with [redacted].' }] },
    });
    expect(await read('attempt-1', 'ballots.json')).toMatchObject([
      { round: 2, agent: 'a', proposal: 'agent1.1', reason: 'it says [redacted]' },
      { round: 2, agent: 'b' },
    ]);
    expect(await read('attempt-1', 'outcome.json')).toMatchObject({
      chosen: { proposal: 'agent1.1' },
      evaluation: { verdict: 'restart', reason: 'it is not there' },
    });
    const receipts = await readFile(join(folder, run.id, 'attempt-2', 'receipts.jsonl'), 'utf8');
    expect(receipts.trim().split('\n')).toHaveLength(4);
    expect(await read('status.json')).toMatchObject({ run: run.id, attempt: 2, phase: 'ended' });
  });

  it('keeps the receipts of attempts apart that were stored together', async () => {
    const folder = await aProject();
    const log = createCoordinationLog({ folder, redact: (text) => text });
    const { run, changes } = await aRunToItsEnd();
    log.write(
      run.state(),
      changes.flatMap(([, events]) => events),
    );
    await log.idle();
    for (const attempt of ['attempt-1', 'attempt-2']) {
      const receipts = await readFile(join(folder, run.id, attempt, 'receipts.jsonl'), 'utf8');
      expect(receipts.trim().split('\n')).toHaveLength(4);
    }
  });

  it('has every receipt once, also where other processes take the run up and learn of all of it', async () => {
    const folder = await aProject();
    const { run, changes } = await aRunToItsEnd();
    for (const told of [changes, [[run.state(), changes.flatMap(([, events]) => events)]]] as const) {
      const log = createCoordinationLog({ folder, redact: (text) => text });
      for (const [state, events] of told) log.write(state, events);
      await log.idle();
    }
    const receipts = await readFile(join(folder, run.id, 'attempt-1', 'receipts.jsonl'), 'utf8');
    expect(receipts.trim().split('\n')).toHaveLength(4);
  });

  it('tells of a place where nothing can be written, and lets the run go on', async () => {
    const folder = await aProject({});
    await writeFile(join(folder, 'logs'), 'in the way');
    const problems: string[] = [];
    const log = createCoordinationLog({
      folder: join(folder, 'logs'),
      redact: (text) => text,
      onProblem: (message) => problems.push(message),
    });
    const { changes } = await aRunToItsEnd();
    for (const [state, events] of changes.slice(0, 3)) log.write(state, events);
    await log.idle();
    expect(problems).not.toEqual([]);
    expect(problems.every((message) => message.includes('ENOTDIR'))).toBe(true);
  });

  it('leaves out runs that are not coordinated', async () => {
    const folder = await aProject();
    const runtime = createRuntime({ worker: createFunctionWorker(() => 'found') });
    const run = await runtime.start({ task: 'Find it' }, { planning: { explore: false } });
    const log = createCoordinationLog({ folder, redact: (text) => text });
    log.write(run.state(), []);
    await log.idle();
    expect(await readdir(folder)).toEqual([]);
  });
});
