import { execFileSync } from 'node:child_process';
import { chmod, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aProject } from '../../testing/temporary-project.js';
import { createApprovedCommands } from '../approved-commands.js';
import { createShellTool } from '../tools/shell-tool.js';
import { findSandbox } from './find-sandbox.js';
import { openSandbox } from './open-sandbox.js';
import type { Sandbox, SandboxPlace } from './sandbox.js';
import { sandboxGuarantees } from './sandbox-guarantees.js';
import { describeSandboxed, runConfined } from './testing/a-sandbox.js';

const { signal } = new AbortController();

/** A folder with a bubblewrap that does nothing but complain. */
async function aBrokenBubblewrap(): Promise<string> {
  const folder = await aProject({ bwrap: '#!/bin/sh\necho "bwrap: no permission" >&2\nexit 1\n' });
  await chmod(join(folder, 'bwrap'), 0o755);
  return folder;
}

describe.runIf(process.platform === 'linux')('looking for a sandbox', () => {
  it('says so when bubblewrap is not installed', async () => {
    expect(await findSandbox({ environment: { PATH: '' }, root: await aProject() })).toEqual({
      type: 'none',
      why: 'bubblewrap (the program bwrap) is not installed',
    });
  });

  it('says why one that is installed does not work', async () => {
    const environment = { PATH: `${await aBrokenBubblewrap()}:${process.env['PATH'] ?? ''}` };
    expect(await findSandbox({ environment, root: await aProject() })).toMatchObject({
      type: 'none',
      why: 'bubblewrap of an unknown version is installed but does not work here: bwrap: no permission',
    });
  });

  it('does not take one that came with the project', async () => {
    const root = await aBrokenBubblewrap();
    expect(await findSandbox({ environment: { PATH: root }, root })).toMatchObject({
      why: 'bubblewrap (the program bwrap) is not installed',
    });
  });
});

describe('opening the sandbox of a project', () => {
  const none = { environment: { PATH: '' } };

  it('does without where there is none', async () => {
    const { found, sandbox } = await openSandbox({ mode: 'auto', root: await aProject(), ...none });
    expect({ found: found.type, sandbox }).toEqual({ found: 'none', sandbox: undefined });
  });

  it('refuses to go on without when it must be on', async () => {
    await expect(openSandbox({ mode: 'on', root: await aProject(), ...none })).rejects.toMatchObject({
      code: 'settings-invalid',
      message: expect.stringMatching(
        /^sandbox is "on", so nothing may run outside a sandbox, and there is none: /,
      ) as string,
    });
  });

  it('does not even look when it is off', async () => {
    const { found, sandbox } = await openSandbox({ mode: 'off', root: await aProject(), environment: process.env });
    expect({ found, sandbox }).toEqual({
      found: { type: 'none', why: 'it is switched off (sandbox: off)' },
      sandbox: undefined,
    });
  });
});

describeSandboxed('the sandbox of a project', () => {
  async function anOpenSandbox(files: Record<string, string> = {}) {
    const root = await aProject(files);
    const { sandbox } = await openSandbox({ mode: 'on', root, environment: process.env });
    return { root, sandbox: sandbox! };
  }

  it('confines approved commands to the place they run in', async () => {
    const { root: project, sandbox } = await anOpenSandbox({ file: 'old' });
    const place = await aProject({
      'write.js': `require('fs').writeFileSync('made', ''); require('fs').writeFileSync(process.argv[2], 'new')`,
    });
    const commands = createApprovedCommands({ root: project, environment: process.env, sandbox });
    const command = `node write.js ${project}/file`;
    const result = await commands.run(command, { approved: [command], signal, root: place });
    expect(result).toMatchObject({ type: 'exited', code: 1, output: expect.stringContaining('EROFS') as string });
    expect(await readFile(join(project, 'file'), 'utf8')).toBe('old');
    expect(await readFile(join(place, 'made'), 'utf8')).toBe('');
  });

  it('confines the shell tool: what only reads may only read, the rest writes in its place', async () => {
    const { root, sandbox } = await anOpenSandbox({
      'write.js': `require('fs').writeFileSync(process.argv[2], 'new')`,
    });
    const places: SandboxPlace[] = [];
    const watched: Sandbox = { at: (place) => sandbox.at(places[places.push(place) - 1]!) };
    const shell = createShellTool({ root, environment: process.env, sandbox: watched });
    const call = async (command: string) => (await shell.call({ command }, { signal })).text;
    expect(await call('ls')).toBe('exit code 0\nwrite.js');
    expect(await call('node write.js ../outside && node write.js file')).toBe('exit code 0\n');
    expect(places.map(({ access }) => access)).toEqual(['reads', 'writes', 'writes']);
    expect(await readFile(join(root, 'file'), 'utf8')).toBe('new');
    await expect(readFile(join(dirname(root), 'outside'))).rejects.toThrow();
  });

  it('lets git be used in a linked worktree, whose objects are elsewhere', async () => {
    const repository = await aProject({ file: 'text' });
    const git = (...args: readonly string[]): string =>
      execFileSync('git', ['-C', repository, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
        encoding: 'utf8',
      });
    git('init', '--quiet');
    git('add', '.');
    git('commit', '--quiet', '-m', 'first');
    const root = join(await aProject(), 'linked');
    git('worktree', 'add', '--quiet', root);
    const { sandbox } = await openSandbox({ mode: 'on', root, environment: process.env });
    const { output } = await runConfined(
      sandbox!,
      { root, access: 'writes' },
      'git log --format=%s; git commit --allow-empty -m x',
    );
    expect(output).toMatch(/^first\n[\s\S]*(?:Read-only file system|identity)/);
    expect(git('log', '--all', '--format=%s')).toBe('first\n');
  });
});

describe('what is guaranteed', () => {
  const bubblewrap = { type: 'bubblewrap', version: '0.8.0', path: '/usr/bin/bwrap' } as const;

  it('with a sandbox', () => {
    const { yes, no } = sandboxGuarantees(bubblewrap, { network: false });
    expect(yes[0]).toContain('bubblewrap 0.8.0');
    expect(yes.join()).toContain('Commands have no network');
    expect(yes.join()).toContain('Agent programs (command: and acp:) run in it too');
    expect(no.join()).toContain('in a keyring, cannot reach it from inside');
    expect(no.join()).not.toContain('There is no sandbox');
  });

  it('with the network open', () => {
    const { yes, no } = sandboxGuarantees(bubblewrap, { network: true });
    expect(yes.join()).not.toContain('no network');
    expect(no.join()).toContain('Commands reach the network');
  });

  it('without one, and why there is none', () => {
    const none = { type: 'none', why: 'bubblewrap is for Linux only' } as const;
    const { no } = sandboxGuarantees(none, { network: false });
    expect(no[0]).toMatch(/^There is no sandbox: bubblewrap is for Linux only\. /);
  });
});
