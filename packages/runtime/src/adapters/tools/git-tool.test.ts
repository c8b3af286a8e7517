import { chmod, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aGatedWorkspace, planning } from './testing/a-gated-workspace.js';
import { workspaceDigest } from './testing/workspace-digest.js';

async function aRepository(files: Record<string, string> = {}) {
  const workspace = await aGatedWorkspace({ policy: planning, files });
  await workspace.git('add', '--all');
  await workspace.git('commit', '--quiet', '--message', 'the start');
  return workspace;
}

describe('git', () => {
  it('shows the history', async () => {
    const { call } = await aRepository();
    expect(await call('git', { args: ['log', '--format=%s', '-1'] })).toEqual({
      ok: true,
      text: 'exit code 0\nthe start',
    });
    expect((await call('shell', { command: 'git log --format=%s | head -1' })).text).toBe('exit code 0\nthe start');
  });

  it('shows what changed', async () => {
    const { root, call } = await aRepository();
    await writeFile(join(root, 'a.txt'), 'other\n');
    expect((await call('git', { args: ['diff', '--', 'a.txt'] })).text).toContain('-one\n+other');
    expect((await call('git', { args: ['status', '--short'] })).text).toContain('M a.txt');
  });

  it('says what is wrong with its arguments', async () => {
    const { call, notices } = await aRepository();
    expect((await call('git', { args: 'log' })).text).toContain('git cannot be called like this: args: ');
    expect(notices).toEqual([]);
  });

  it('starts nothing that a hostile repository names, and leaves its index alone', async () => {
    const { root, git, call } = await aRepository({ '.gitattributes': '*.txt diff=evil filter=evil\n' });
    const evil = join(root, 'evil.sh');
    await writeFile(evil, `#!/bin/sh\necho "$0 $@" >> "${join(root, 'cheated')}"\ncat\n`);
    await chmod(evil, 0o755);
    for (const key of [
      ...['core.fsmonitor', 'core.pager', 'core.sshCommand', 'core.editor', 'diff.external', 'gpg.program'],
      ...['diff.evil.command', 'diff.evil.textconv', 'filter.evil.clean', 'filter.evil.smudge', 'filter.evil.process'],
    ])
      await git('config', key, evil);
    await git('config', 'core.hooksPath', root);
    await git('config', 'log.showSignature', 'true');
    await git('config', 'filter.evil.required', 'true');
    await writeFile(join(root, 'post-index-change'), `#!/bin/sh\n${evil}\n`);
    await chmod(join(root, 'post-index-change'), 0o755);
    await writeFile(join(root, 'a.txt'), 'two\n');
    await commitWithSignature(root, git);
    const before = await workspaceDigest(root);
    for (const args of [
      ['status'],
      ['diff'],
      ['diff', 'HEAD'],
      ['log', '-p', '--format=%h %G?'],
      ['show', 'HEAD'],
      ['blame', 'a.txt'],
      ['grep', 'one'],
      ['ls-files', '--modified'],
      ['describe', '--always'],
      ['stash', 'list'],
    ])
      expect(await call('git', { args })).toMatchObject({
        ok: true,
        text: expect.stringMatching(/^exit code [01]\n/) as string,
      });
    expect((await call('shell', { command: 'git diff HEAD | cat' })).text).toContain('-one\n+two');
    expect(await workspaceDigest(root)).toBe(before);
  });
});

/** Its signature is checked, by a program that the settings name, as soon as somebody asks to see it. */
async function commitWithSignature(root: string, git: Awaited<ReturnType<typeof aRepository>>['git']): Promise<void> {
  const tree = (await git('rev-parse', 'HEAD^{tree}')).stdout.trim();
  const who = 'T <t@example.org> 0 +0000';
  const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----';
  const commit = join(root, '.git/signed');
  await writeFile(commit, `tree ${tree}\nauthor ${who}\ncommitter ${who}\n${signature}\n\nsigned\n`);
  const id = (await git('hash-object', '-t', 'commit', '-w', '--no-filters', commit)).stdout.trim();
  await git('update-ref', 'HEAD', id);
  await rm(join(root, 'cheated'), { force: true });
}
