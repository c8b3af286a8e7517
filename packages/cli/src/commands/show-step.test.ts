import { describe, expect, it } from 'vitest';
import { createTestFolder, type TestFolder } from '../testing/program-in.js';

const plan = JSON.stringify({
  task_summary: 'Look around',
  steps: [
    { id: 'E1', agent: 'coder', task: 'Raise the limit', criteria: ['the limit is 5', 'the tests pass'] },
    { id: 'E2', agent: 'search', task: 'Find the limit', deps: [] },
  ],
});
const script = `replies:
  - { when: { label: E2, attempt: 1 }, error: { status: 500, message: no luck } }
  - { when: { label: E2, attempt: 2 }, error: { status: 500, message: none at all } }
otherwise: { text: it is done }
`;

/** E1 is handed over; E2 fails at each of its attempts where a script is played. */
async function ran(model: string, more: readonly string[] = []): Promise<TestFolder> {
  const test = createTestFolder({ 'plan.json': plan, 'script.yaml': script });
  await test.planwright(['run', 'plan.json', '--approve', 'auto', '--model', model, ...more]);
  return test;
}

const shown = async ({ planwright }: TestFolder, step: string): Promise<string> =>
  (await planwright(['show', step])).stdout;

describe('planwright show <step>', () => {
  it('has the answer, and each criterion with what proves it or that nothing does', async () => {
    const test = await ran('offline');
    expect(await shown(test, 'E1')).toContain('Done when\n  1. the limit is 5\n  2. the tests pass');
    await test.planwright(['done', 'E1', '--answer', 'the limit is raised', '--proof', '2: npm test, 34 passed']);
    const text = await shown(test, 'E1');
    expect(text).toContain('1. the limit is 5\n    ? not proven');
    expect(text).toContain('2. the tests pass\n    ✓ met: npm test, 34 passed');
    expect(text).toContain('Answer\n  the limit is raised');
  });

  it('has every attempt with its error, and how it ended', async () => {
    const test = await ran('script:script.yaml', ['--max-attempts', '2', '--on-failure', 'continue']);
    const text = await shown(test, 'E2');
    expect(text).toContain('✗ failed · search · only reads · attempt 2 of 2');
    expect(text).toContain('Attempts\n  try 1 failed: no luck\n  try 2 failed: none at all');
    expect(text).toContain('Error\n  none at all');
  });

  it('has why somebody left it out', async () => {
    const test = await ran('offline');
    await test.planwright(['skip', 'E1', '--reason', 'done by hand last week']);
    expect(await shown(test, 'E1')).toContain('Skipped\n  done by hand last week');
  });
});

it('a pause and a cancel say why in the record', async () => {
  const { planwright } = await ran('offline');
  await planwright(['pause', '--reason', 'lunch']);
  await planwright(['cancel', '--reason', 'not needed any more']);
  const { stdout } = await planwright(['events']);
  expect(stdout).toContain('paused: supervisor (lunch)');
  expect(stdout).toContain('not needed any more');
});
