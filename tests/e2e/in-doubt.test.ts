import { describe, expect, it } from 'vitest';
import { createRepository, programFromSource, type Repository } from './cli-process.js';

const plan = JSON.stringify({
  goal: 'Write a file and prove it',
  steps: [
    {
      ...{ id: 'E1', agent: 'coder', task: 'Write made.txt', files: [{ path: 'made.txt' }] },
      ...{ criteria: ['the check passes'], verify: ['node check.js'] },
    },
  ],
});

const write = { when: { label: 'E1' }, tools: [{ name: 'write', args: { path: 'made.txt', content: 'made' } }] };
const done = { when: { label: 'E1' }, tools: [{ name: 'step_done', args: { answer: 'made.txt is there' } }] };
const scriptOf = (...replies: readonly object[]): string =>
  JSON.stringify({ replies, otherwise: { text: 'it is made' } });
const model = ['--model', 'script:script.json'];

/** A step that proves itself with a command of the project, and whose process is killed while it works. */
async function killed(): Promise<Repository & { readonly run: string }> {
  const repository = createRepository(programFromSource(), {
    'plan.json': plan,
    'check.js': "require('node:fs').accessSync('made.txt');\n",
    'script.json': scriptOf(write, { ...done, delayMs: 600_000 }),
  });
  const child = repository.start('run', 'plan.json', '--approve', 'auto', '--plain', ...model);
  await child.says('E1 started');
  child.kill('SIGKILL');
  await child.ended;
  repository.write('script.json', scriptOf(write, done));
  const [row] = await repository.json<readonly { readonly id: string }[]>('list', '--json');
  return { ...repository, run: row?.id ?? expect.fail('there is no run') };
}

const patiently = { timeout: 120_000 };

describe('a step with commands of the project that was killed', () => {
  it('waits in doubt, says exactly what a person may do, and runs again when told to', patiently, async () => {
    const { planwright, run } = await killed();
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
