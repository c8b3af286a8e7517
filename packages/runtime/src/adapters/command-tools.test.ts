import { describe, expect, it } from 'vitest';
import { aProject } from '../testing/temporary-project.js';
import { createApprovedCommands } from './approved-commands.js';
import { createCommandTools } from './command-tools.js';

const { signal } = new AbortController();

async function toolFor(approved: readonly string[]) {
  const root = await aProject({ 'fail.js': 'console.log("no"); process.exit(3)' });
  return createCommandTools(createApprovedCommands({ root, environment: process.env }), { approved });
}

describe('run_command', () => {
  it('is not there when nothing was approved', async () => {
    expect(await toolFor([])).toEqual([]);
  });

  it('names the commands, and runs them for the gate to judge as what they are', async () => {
    const [tool] = await toolFor(['node fail.js']);
    expect(tool?.spec.description).toContain('node fail.js');
    expect(await tool?.facts({ command: 'node fail.js' })).toEqual({
      ...{ tool: 'run_command', class: 'external', writes: [] },
      command: 'node fail.js',
    });
    expect(await tool?.call({ command: 'node fail.js' }, { signal })).toMatchObject({
      ok: true,
      text: expect.stringMatching(/^exit code 3 after \d+ ms\nno$/) as string,
    });
  });

  it('runs no other command, even past the gate', async () => {
    const [tool] = await toolFor(['node fail.js']);
    expect(await tool?.call({ command: 'node other.js' }, { signal })).toEqual({
      ok: false,
      text: '`node other.js` was not approved by a person',
    });
    expect(await tool?.facts({ command: 5 })).toMatchObject({ problem: expect.any(String) as string });
  });
});
