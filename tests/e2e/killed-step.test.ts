import { describe, expect, it } from 'vitest';
import { createRepository, programFromSource, type Repository } from './cli-process.js';

const planOf = (step: object): string => JSON.stringify({ goal: 'Write a file and prove it', steps: [step] });

const write = { when: { label: 'E1' }, tools: [{ name: 'write', args: { path: 'made.txt', content: 'made' } }] };
const done = { when: { label: 'E1' }, tools: [{ name: 'step_done', args: { answer: 'made.txt is there' } }] };
const scriptOf = (...replies: readonly object[]): string =>
  JSON.stringify({ replies, otherwise: { text: 'it is made' } });
const model = ['--model', 'script:script.json'];

/** A step whose process is killed while it works: nothing of it is done yet but the first of its replies. */
async function killed(
  step: object,
  first: readonly object[],
  ...flags: readonly string[]
): Promise<Repository & { readonly run: string }> {
  const repository = createRepository(programFromSource(), {
    'plan.json': planOf(step),
    'check.js': "require('node:fs').accessSync('made.txt');\n",
    'script.json': scriptOf(...first, { ...done, delayMs: 600_000 }),
  });
  const child = repository.start('run', 'plan.json', '--plain', ...model, ...flags);
  await child.says('E1 started');
  child.kill('SIGKILL');
  await child.ended;
  repository.write('script.json', scriptOf(...first, done));
  const [row] = await repository.json<readonly { readonly id: string }[]>('list', '--json');
  return { ...repository, run: row?.id ?? expect.fail('there is no run') };
}

const patiently = { timeout: 120_000 };

describe('a step with commands of the project that was killed', () => {
  it('waits in doubt, says exactly what a person may do, and runs again when told to', patiently, async () => {
    const step = {
      ...{ id: 'E1', agent: 'coder', task: 'Write made.txt', files: [{ path: 'made.txt' }] },
      ...{ criteria: ['the check passes'], verify: ['node check.js'] },
    };
    const { planwright, run } = await killed(step, [write], '--approve', 'auto');
    const waiting = await planwright('run', run, '--plain', ...model);
    expect(waiting.exit).toBe(3);
    expect(waiting.stdout).toContain('E1 is in doubt: it may or may not have had its effect');
    for (const command of ['retry', 'done', 'failed', 'show'])
      expect(waiting.stdout).toContain(`planwright ${command} ${run} E1`);
    const shown = await planwright('show', run, 'E1');
    expect(shown.stdout).toContain('in doubt');
    expect(shown.stdout).toContain(`planwright retry ${run} E1`);
    const again = await planwright('retry', run, 'E1', '--plain', ...model);
    expect(again.exit).toBe(0);
    expect((await planwright('diff', run)).stdout).toContain('made.txt');
  });
});

describe('a step of an agent that only a model can be, and that was killed', () => {
  const step = { id: 'E1', agent: 'reviewer', task: 'Review check.js', criteria: ['every line was read'] };

  it('is handed over where there is no model, and done where there is one again', patiently, async () => {
    const { planwright, run } = await killed(step, []);
    const waiting = await planwright('run', run, '--plain');
    expect(waiting.stdout).toContain('E1 needs somebody: do it, then say done or failed');
    expect(waiting.stdout).toContain(`planwright done ${run} E1`);
    expect(waiting.exit).toBe(3);
    const again = await planwright('resume', run, '--plain', ...model);
    expect(again.stdout).toContain('made.txt is there');
    expect(again.exit).toBe(0);
  });

  it('waits where its approval names another model, and goes on with that one', patiently, async () => {
    const { planwright, run } = await killed(step, [], '--approve', 'auto');
    const waiting = await planwright('run', run, '--plain');
    expect(waiting.stdout).toContain('the model was script:script.json and is ');
    expect(waiting.exit).toBe(3);
    expect((await planwright('resume', run, '--plain')).stderr).toContain('resume cannot clear that');
    expect((await planwright('resume', run, '--plain', ...model)).exit).toBe(0);
  });
});
