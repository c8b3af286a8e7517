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

  it('are none where nobody can run them', async () => {
    expect(await verifyResult({ verify: ['node --version'], attempt: 1 }, undefined, { signal })).toEqual([]);
  });
});
