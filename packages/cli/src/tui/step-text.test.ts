import { planCard } from '@planwright/core';
import { expect, it } from 'vitest';
import { stepText } from './step-text.js';
import { aPlan, approveAndStart, aRun, failToTheCap, type TestRun, workOn } from './testing/make-run.js';

const plan = aPlan([
  { label: 'E1', title: 'Find it', task: 'Find where rows are written' },
  {
    label: 'E2',
    title: 'Change it',
    task: 'Change what #E1.summary names',
    agent: 'coder',
    files: [{ path: 'src/export.ts', action: 'modify' }, { path: 'src/rows.ts' }],
    criteria: ['export --json prints JSON', 'the old output is unchanged'],
    verify: ['npm test'],
  },
]);

function textOf({ run }: TestRun, label: string): readonly string[] {
  const row = planCard(run.state()).rows.find((each) => each.label === label);
  if (row === undefined) throw new Error(`no row ${label}`);
  return stepText(run.state(), row).split('\n');
}

it('tells what a step is to do before it begins, and what it may do', async () => {
  expect(textOf(await aRun(plan), 'E2')).toEqual([
    'Change it (coder, may reach outside, needs E1)',
    'Task: Change what #E1.summary names',
    'Files: src/export.ts (modify); src/rows.ts',
    'Done when: export --json prints JSON; the old output is unchanged',
    'Verified by: npm test',
  ]);
});

it('tells the whole answer, and puts it into the task of what needs it', async () => {
  const test = await aRun(plan);
  await approveAndStart(test.run);
  await workOn(test.run, 'E1');
  test.worker.settle('E1', 'in writeRows()\n  line 12');
  await workOn(test.run, 'E2');
  expect(textOf(test, 'E1')).toEqual(['Find it (search, only reads)', 'in writeRows()', '  line 12']);
  expect(textOf(test, 'E2')).toContain('Task: Change what in writeRows() names');
});

it('tells what was tried, and the hint for the next try', async () => {
  const test = await aRun(plan);
  await approveAndStart(test.run);
  await failToTheCap(test, 'E1');
  expect(textOf(test, 'E1').filter((line) => line.includes('failed'))).toEqual([
    'Try 1 failed: the compiler said no',
    'Try 2 failed: the compiler said no',
    'Try 3 failed: the compiler said no',
  ]);
  const [first] = test.run.state().execution?.plan.steps ?? [];
  if (first === undefined) throw new Error('no steps');
  await test.run.retry(first.id, 'look in src');
  expect(textOf(test, 'E1')).toContain('Hint: look in src');
});

it('tells why a step was skipped or failed', async () => {
  const test = await aRun(plan);
  await approveAndStart(test.run);
  await failToTheCap(test, 'E1');
  const [first, second] = test.run.state().execution?.plan.steps ?? [];
  if (first === undefined || second === undefined) throw new Error('no steps');
  await test.run.skip(second.id, 'not today');
  await test.run.fail(first.id, 'cannot be done');
  expect(textOf(test, 'E2')[1]).toBe('Skipped: not today');
  expect(textOf(test, 'E1')[1]).toBe('Failed: cannot be done');
});
