import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtInAgents, parsePlan, PlanwrightError } from '@planwright/core';
import { createRuntime, type EventStore, type Worker } from '@planwright/runtime';
import { createSqliteEventStore, createWorkspaces } from '@planwright/runtime/node';
import { expect, it } from 'vitest';
import { createTestFolder } from '../testing/program-in.js';

const worker: Worker = {
  agents: builtInAgents,
  work: ({ label }, { root = '' }) => {
    writeFileSync(join(root, `${label}.txt`), label);
    return Promise.resolve({ type: 'done', answer: `wrote ${label}.txt` });
  },
};

/** As if the process had died after the work of a step was kept, and before that was stored. */
const dying = (store: EventStore): EventStore => ({
  ...store,
  append: (append) =>
    append.streams[0]?.events.some(({ type }) => type === 'step.succeeded') === true
      ? Promise.reject(new PlanwrightError('store-unwritable', 'the disk is full'))
      : store.append(append),
});

it('apply leaves out the work of a step that was never recorded as done', { timeout: 60_000 }, async () => {
  const { root, planwright } = createTestFolder({ 'notes.md': 'one' });
  const git = (...argv: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...argv], {
      cwd: root,
      encoding: 'utf8',
    });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '-m', 'one');
  const stateFolder = join(root, '.planwright');
  const workspaces = await createWorkspaces({ root, stateFolder, environment: process.env });
  const store = await createSqliteEventStore(join(stateFolder, 'planwright.db'));
  const parsed = parsePlan(
    '{"goal":"x","steps":[{"id":"E1","agent":"coder","task":"Write E1.txt","files":["E1.txt"]}]}',
  );
  const runtime = createRuntime({ store: dying(store), worker, workspaces });
  const run = await runtime.start({ plan: parsed.ok ? parsed.plan : expect.fail() }, { approve: 'auto' });
  await expect(run.rest()).rejects.toThrow('the disk is full');
  await runtime.close();
  expect(git('log', '--format=%s', `main..planwright/${run.id}`)).toContain('E1');

  const env = { PATH: process.env['PATH'] ?? '' };
  expect((await planwright(['cancel', run.id], { env })).exit).toBe(0);
  const applied = await planwright(['apply', run.id, '--yes'], { env });
  expect(applied).toMatchObject({ exit: 0, stdout: expect.stringContaining('it has changed no files') as string });
  expect(git('status', '--porcelain', '--', 'E1.txt')).toBe('');
});
