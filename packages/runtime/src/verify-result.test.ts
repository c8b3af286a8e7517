import { describe, expect, it } from 'vitest';
import { createApprovedCommands } from './adapters/approved-commands.js';
import { aProject } from './testing/temporary-project.js';
import { verifyResult } from './verify-result.js';

const { signal } = new AbortController();

describe('the commands that prove a result', () => {
  it('are all run where the result is, also behind one that fails', async () => {
    const [project, root] = [
      await aProject({}),
      await aProject({ 'fails.js': "console.log('2 problems'); process.exit(1);" }),
    ];
    const commands = createApprovedCommands({ root: project, environment: process.env });
    const verify = ['node fails.js', 'node --version'];
    const verified = await verifyResult({ verify, attempt: 1 }, commands, { signal, root });
    expect(verified).toMatchObject([
      { command: 'node fails.js', passed: false, result: '`node fails.js` ended with exit code 1: 2 problems' },
      { command: 'node --version', passed: true, result: '`node --version` ended with exit code 0' },
    ]);
    expect(verified[0]?.output).toContain('2 problems');
  });

  it.each([
    [
      'TAP version 13\nok 1 - adds\nnot ok 2 - rows are written\n# fail 1\n# duration_ms 140.6',
      'not ok 2 - rows are written',
    ],
    ['FAILED test_a.py::test_rows - assert 1 == 2\n1 failed in 0.12s', 'FAILED test_a.py::test_rows - assert 1 == 2'],
    [' FAIL  test/a.test.ts > rows\nAssertionError: 1\n   Duration  2 s', 'FAIL  test/a.test.ts > rows'],
    [
      "E   ModuleNotFoundError: No module named 'a'\nERROR test_a.py\n=== 1 error in 2.67s ===",
      "E   ModuleNotFoundError: No module named 'a'",
    ],
    ['--- FAIL: TestRows (0.00s)\nFAIL', '--- FAIL: TestRows (0.00s)'],
    ['failures are counted\n3 problems\n\n', '3 problems'],
    ['', 'it printed nothing'],
  ])('that print %j have failed with %j', async (printed, told) => {
    const root = await aProject({ 'fails.js': `console.log(${JSON.stringify(printed)}); process.exit(1);` });
    const commands = createApprovedCommands({ root, environment: process.env });
    const [failed] = await verifyResult({ verify: ['node fails.js'], attempt: 1 }, commands, { signal, root });
    expect(failed?.result).toBe(`\`node fails.js\` ended with exit code 1: ${told}`);
  });

  it('are none where nobody can run them', async () => {
    expect(await verifyResult({ verify: ['node --version'], attempt: 1 }, undefined, { signal })).toEqual([]);
  });
});
