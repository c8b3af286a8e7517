import { readdir } from 'node:fs/promises';
import { agentProgramNames } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import { aProject } from '../../testing/temporary-project.js';
import { makeSignInFolders, programIn, signInPlaces } from './sign-in-places.js';

describe('where an agent program keeps its sign-in', () => {
  it.each(agentProgramNames)('is stated for %s, in the home folder', (name) => {
    expect(signInPlaces(name, {}).length).toBeGreaterThan(0);
    for (const place of signInPlaces(name, {})) expect(place).toMatch(/^~\//);
  });

  it('may be moved by a variable of the program’s, which must name a place', () => {
    expect(signInPlaces('codex', { CODEX_HOME: '/srv/codex' })).toEqual(['~/.codex', '/srv/codex']);
    expect(signInPlaces('codex', { CODEX_HOME: 'codex' })).toEqual(['~/.codex']);
  });

  it('is made where the program has never run, so that its sessions outlive the sandbox', async () => {
    const home = await aProject();
    await makeSignInFolders('claude', { HOME: home });
    await makeSignInFolders('claude', { HOME: home });
    expect(await readdir(home)).toEqual(['.claude']);
  });
});

describe('the program in a command line', () => {
  it.each([
    [['gemini', '--acp'], 'gemini'],
    [['npx', '@zed-industries/claude-code-acp'], 'claude'],
    [['/opt/bin/codex-acp'], 'codex'],
    [['/home/claude/bin/goose', 'acp'], undefined],
    [['geminis'], undefined],
  ] as const)('%j', (argv, program) => {
    expect(programIn(argv)).toBe(program);
  });
});
