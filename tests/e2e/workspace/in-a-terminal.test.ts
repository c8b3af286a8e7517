import { rmSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestFolder, type Ended, readingPlan, script } from '../../../packages/cli/src/testing/program-in.js';

const has = (text: string): unknown => expect.stringContaining(text);

const plan = JSON.stringify({
  goal: 'Write one file',
  steps: [{ id: 'E1', agent: 'coder', title: 'Write a.txt', task: 'Write a.txt', files: [{ path: 'a.txt' }] }],
});
const writing = JSON.stringify({
  replies: [{ when: { label: 'E1' }, tools: [{ name: 'write', args: { path: 'a.txt', content: 'one\n' } }] }],
  otherwise: { text: 'wrote it' },
});

type Terminal = {
  readonly typed: (argv: readonly string[], ...lines: readonly string[]) => Promise<Ended>;
  readonly piped: (...argv: readonly string[]) => Promise<Ended>;
};

/** A folder without git, whose one run has ended. */
async function aFinishedRun(planText: string, replies: string): Promise<Terminal> {
  const folder = createTestFolder({ 'plan.json': planText, 'script.yaml': replies });
  onTestFinished(() => rmSync(folder.root, { recursive: true, force: true }));
  const ended = await folder.planwright(['run', 'plan.json', '--approve', 'auto', '--model', 'script:script.yaml']);
  expect(ended).toMatchObject({ exit: 0 });
  return {
    typed: (argv, ...typed) => folder.planwright(argv, { typed }),
    piped: (...argv) => folder.planwright(argv),
  };
}

describe('at a terminal', () => {
  it('an undo shows what goes and is done after a yes only', async () => {
    const { typed, piped } = await aFinishedRun(plan, writing);
    expect(await typed(['undo', 'E1'], 'n')).toMatchObject({ exit: 0, stdout: has('Nothing was undone') });
    expect((await piped('diff')).stdout).toContain('+one');
    const undone = await typed(['undo', 'E1'], 'y');
    expect(undone).toMatchObject({ exit: 0, stdout: has('E1  Write a.txt: a.txt') });
    expect(undone.stdout).toContain('planwright resume run-');
    expect(await piped('diff')).toMatchObject({ exit: 0, stdout: '', stderr: has('has changed no files') });
    expect(await piped('undo', 'E1')).toMatchObject({ exit: 2, stderr: has('no step that would be undone is done') });
  });

  it('an apply shows what comes and is done after a yes only; without git it comes as a patch', async () => {
    const { typed, piped } = await aFinishedRun(plan, writing);
    expect(await piped('apply')).toMatchObject({ exit: 1, stderr: has('apply it as a patch') });
    const asked = await typed(['apply', '--how', 'patch'], 'n');
    expect(asked).toMatchObject({ exit: 0, stdout: has('a.txt  +1 -0') });
    expect(asked.stdout).toContain('Nothing was applied');
    expect(await typed(['apply', '--how', 'patch'], 'y')).toMatchObject({ exit: 0, stdout: has('Applied: 1 file') });
    expect(await typed(['undo', 'E1'], 'n')).toMatchObject({
      stdout: has('what came to your own branch or files stays there'),
    });
  });
});

describe('a run that wrote nothing', () => {
  it('has no diff, nothing to apply and nothing to clean, and says so; its steps can be undone', async () => {
    const { piped } = await aFinishedRun(readingPlan, script);
    expect(await piped('diff')).toMatchObject({ exit: 0, stdout: '', stderr: has('has changed no files') });
    expect(await piped('diff', 'E1')).toMatchObject({ exit: 0, stdout: '', stderr: has('E1 of run') });
    expect(await piped('apply')).toMatchObject({ exit: 0, stdout: has('it has changed no files') });
    expect(await piped('clean')).toMatchObject({ exit: 0, stdout: has('there is nothing to clean') });
    expect(await piped('undo', 'E3', '--json')).toMatchObject({ exit: 0, stdout: has('"state":"paused"') });
  });
});

describe('wrong use', () => {
  it.each([
    [['apply', '--how', 'squash'], '--how'],
    [['clean', '--all-applied', '--force'], '--all-applied stands alone'],
    [['undo'], 'needs <step>'],
    [['undo', 'E9'], 'has no step "E9"'],
    [['diff', 'run-zzzzzzzz'], 'there is no run'],
  ])('of %j is told', async (argv, said) => {
    const { piped } = await aFinishedRun(readingPlan, script);
    expect(await piped(...argv)).toMatchObject({ exit: 2, stderr: has(said) });
  });
});
