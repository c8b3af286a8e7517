import { describe, expect, it } from 'vitest';
import { createApprovedCommands } from '../approved-commands.js';
import { createLazySandbox } from './lazy-sandbox.js';

const { signal } = new AbortController();

describe('a sandbox that is looked for when it is needed', () => {
  it('is looked for once, and not before', async () => {
    let opened = 0;
    const sandbox = createLazySandbox(async () => {
      opened += 1;
      return { found: { type: 'none', why: 'a test' } };
    });
    expect(opened).toBe(0);
    await sandbox.at({ root: '/', access: 'reads' });
    await sandbox.at({ root: '/', access: 'reads' });
    expect(opened).toBe(1);
  });

  it('lets commands run as they are where there is none', async () => {
    const sandbox = createLazySandbox(async () => ({ found: { type: 'none', why: 'a test' } }));
    const commands = createApprovedCommands({ root: process.cwd(), environment: process.env, sandbox });
    expect(await commands.run('node --version', { approved: ['node --version'], signal })).toMatchObject({
      type: 'exited',
      code: 0,
      output: process.version,
    });
  });
});
