import { access, chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aProject } from '../../testing/temporary-project.js';
import {
  aRepository,
  aSite,
  change,
  doStep,
  git,
  keptCommit,
  runId,
  signal,
  subjects,
  text,
  usersState,
  workspacesOf,
} from './testing/a-git-project.js';

/** A program that leaves a trace when it is started. */
async function aTrap(): Promise<{ readonly program: string; readonly trace: string }> {
  const folder = await aProject({});
  const [program, trace] = [join(folder, 'trap.sh'), join(folder, 'trace')];
  await writeFile(program, `#!/bin/sh\necho "$0 $@" >> '${trace}'\n`);
  await chmod(program, 0o755);
  return { program, trace };
}

const hookNames =
  `pre-commit post-commit commit-msg prepare-commit-msg post-checkout post-merge pre-merge-commit pre-rebase
  post-rewrite reference-transaction post-index-change pre-auto-gc fsmonitor-watchman`.split(/\s+/);

async function setTraps(root: string, program: string): Promise<void> {
  const hooks = join(root, '.git', 'hooks');
  await mkdir(hooks, { recursive: true });
  for (const name of hookNames) {
    await writeFile(join(hooks, name), await readFile(program));
    await chmod(join(hooks, name), 0o755);
  }
  const settings = `core.fsmonitor core.pager core.editor core.sshCommand core.askPass diff.external diff.evil.command
    diff.evil.textconv filter.evil.clean filter.evil.smudge filter.evil.process merge.evil.driver gpg.program`.split(
    /\s+/,
  );
  for (const name of settings) await git(root, 'config', name, program);
  for (const name of ['commit.gpgSign', 'filter.evil.required', 'log.showSignature', 'merge.autoStash'])
    await git(root, 'config', name, 'true');
}

describe('a hostile repository', () => {
  it('starts no program of its own, by hooks, fsmonitor, filters, diff, merge, pager or signing', async () => {
    const { program, trace } = await aTrap();
    const root = await aRepository({
      '.gitattributes': '* filter=evil diff=evil merge=evil\n',
      'a.txt': 'a\nb\nc\nd\ne\n',
    });
    await setTraps(root, program);
    await change(root, { 'mine.txt': 'mine' });
    const workspaces = workspacesOf(root);
    await workspaces.digest(root, { signal });
    await (await workspaces.throwaway({ signal })).dispose();
    const [one, two] = [await workspaces.open(aSite('E1'), { signal }), await workspaces.open(aSite('E2'), { signal })];
    await change(one.root, { 'a.txt': 'A\nb\nc\nd\ne\n' });
    await change(two.root, { 'a.txt': 'a\nb\nc\nd\nE\n' });
    await keptCommit(one);
    await keptCommit(two);
    expect(await workspaces.diff(runId, { signal })).toContain('+E');
    await workspaces.undo(runId, [aSite('E1').stepId], { signal });
    await workspaces.view(runId, { signal });
    expect(await workspaces.apply(runId, { how: 'merge', signal })).toMatchObject({ ok: true });
    await workspaces.clean(runId, { signal });
    await expect(access(trace)).rejects.toThrow();
    expect(await text(root, 'a.txt')).toBe('a\nb\nc\nd\nE\n');
    await git(root, 'status').catch(() => undefined);
    expect(await text(trace, '')).toContain('trap.sh');
  });

  it('starts none by the settings of a submodule', async () => {
    const { program, trace } = await aTrap();
    const library = await aRepository({ 'library.js': 'library' });
    const root = await aRepository({ 'a.txt': 'a' });
    await git(root, 'submodule', '--quiet', 'add', library, 'library');
    await git(root, 'commit', '--quiet', '-m', 'library');
    await git(join(root, 'library'), 'config', 'core.fsmonitor', program);
    await change(root, { 'library/library.js': 'edited' });
    const workspaces = workspacesOf(root);
    await workspaces.digest(root, { signal });
    await doStep(workspaces, 'E1', { 'a.txt': 'changed' });
    expect(await workspaces.apply(runId, { how: 'rebase', signal })).toMatchObject({
      ok: true,
      changes: [{ path: 'a.txt', change: 'changed' }],
    });
    await expect(access(trace)).rejects.toThrow();
    expect(await text(root, 'library/library.js')).toBe('edited');
    await git(root, 'status');
    await access(trace);
  });

  it('starts none by what is in a clone that nobody added', async () => {
    const { program, trace } = await aTrap();
    const library = await aRepository({ '.gitattributes': '* filter=evil diff=evil\n', 'library.js': 'library' });
    const root = await aRepository({ 'a.txt': 'a' });
    await git(root, 'clone', '--quiet', library, 'clone');
    await setTraps(join(root, 'clone'), program);
    await change(root, { 'clone/library.js': 'edited' });
    const { files } = await workspacesOf(root).digest(root, { signal });
    await expect(access(trace)).rejects.toThrow();
    expect([...files.keys()]).toContain('clone/library.js');
    await git(join(root, 'clone'), 'status').catch(() => undefined);
    await access(trace);
  });

  it('cannot redirect us by variables of whoever started us', async () => {
    const other = await aRepository({ 'other.txt': 'other' });
    const root = await aRepository({ 'a.txt': 'a' });
    const environment = {
      ...process.env,
      GIT_DIR: join(other, '.git'),
      GIT_WORK_TREE: other,
      GIT_INDEX_FILE: join(other, 'i'),
    };
    const before = await usersState(other);
    await doStep(workspacesOf(root, { environment }), 'E1', { 'a.txt': 'changed' });
    expect(await usersState(other)).toEqual(before);
    expect(await git(root, 'show', 'planwright/run-abcd:a.txt')).toBe('changed');
  });
});

/** Work is kept, and nothing of the user is touched. */
async function works(root: string, base: string): Promise<void> {
  const before = await usersState(root);
  const workspaces = workspacesOf(root);
  const workspace = await workspaces.open(aSite('E1'), { signal });
  expect(await text(workspace.root, 'a.txt')).toBe(base);
  await change(workspace.root, { 'a.txt': 'by the step\n' });
  await keptCommit(workspace);
  expect(await usersState(root)).toEqual(before);
  expect(await git(root, 'show', 'planwright/run-abcd:a.txt')).toBe('by the step');
}

describe('a repository in an unusual state', () => {
  it('that is bare is refused in words, as is its folder of objects', async () => {
    const root = await aProject({});
    await git(root, 'init', '--quiet', '--bare');
    const opened = workspacesOf(root).open(aSite('E1'), { signal });
    await expect(opened).rejects.toMatchObject({
      code: 'usage-wrong',
      message: expect.stringContaining('a git repository without a working tree') as string,
    });
  });

  it('that is shallow works', async () => {
    const origin = await aRepository({ 'a.txt': 'a' });
    await change(origin, { 'a.txt': 'second\n' });
    await git(origin, 'commit', '--quiet', '-am', 'second');
    const root = join(await aProject({}), 'clone');
    await git(origin, 'clone', '--quiet', '--depth=1', `file://${origin}`, root);
    await works(root, 'second\n');
    expect(await workspacesOf(root).apply(runId, { how: 'merge', signal })).toMatchObject({ ok: true });
  });

  it('with a detached head works', async () => {
    const root = await aRepository({ 'a.txt': 'a' });
    await git(root, 'checkout', '--quiet', '--detach');
    await works(root, 'a');
  });

  it('in the middle of a rebase works on the files as they are, and commits are not applied until it is over', async () => {
    const root = await aRepository({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
    await git(root, 'checkout', '--quiet', '-b', 'side');
    await change(root, { 'a.txt': 'side\n', 'b.txt': null });
    await git(root, 'commit', '--quiet', '-am', 'side');
    await git(root, 'checkout', '--quiet', 'main');
    await change(root, { 'a.txt': 'main\n', 'b.txt': 'main\n' });
    await git(root, 'commit', '--quiet', '-am', 'main');
    await expect(git(root, 'rebase', 'side')).rejects.toThrow('could not apply');
    await works(root, await text(root, 'a.txt'));
    expect(await workspacesOf(root).apply(runId, { how: 'rebase', signal })).toMatchObject({
      ok: false,
      reason: 'a rebase is under way; end it first, or apply it as a patch',
    });
  });

  it('without a commit works, and takes a patch', async () => {
    const root = await aProject({ 'a.txt': 'a' });
    await git(root, 'init', '--quiet', '--initial-branch=main');
    await works(root, 'a');
    const workspaces = workspacesOf(root);
    expect(await workspaces.apply(runId, { how: 'merge', signal })).toMatchObject({ ok: false });
    expect(await workspaces.apply(runId, { how: 'patch', signal })).toMatchObject({ ok: true });
    expect(await text(root, 'a.txt')).toBe('by the step\n');
  });

  it('with a locked index works, and apply by commits says what is locked', async () => {
    const root = await aRepository({ 'a.txt': 'a' });
    await change(root, { '.git/index.lock': '' });
    await works(root, 'a');
    const applied = await workspacesOf(root).apply(runId, { how: 'merge', signal });
    expect(applied).toMatchObject({ ok: false, reason: expect.stringContaining('index.lock') as string });
    expect(await text(root, 'a.txt')).toBe('a');
  });

  it('with stashes keeps them', async () => {
    const root = await aRepository({ 'a.txt': 'a' });
    await change(root, { 'a.txt': 'stashed' });
    await git(root, 'stash');
    await works(root, 'a');
    expect(await git(root, 'stash', 'list')).toContain('stash@{0}');
  });

  it('with a huge file leaves it out and says so', async () => {
    const root = await aRepository({ 'a.txt': 'a' });
    await change(root, { 'huge.bin': 'x'.repeat(2000) });
    const workspaces = workspacesOf(root, { maxFileBytes: 1000 });
    const workspace = await workspaces.open(aSite('E1'), { signal });
    expect(workspace.notes).toEqual(['huge.bin is left out: it has 2000 bytes; files of at most 1000 are kept']);
    await change(workspace.root, { 'a.txt': 'changed' });
    await keptCommit(workspace);
    await workspaces.apply(runId, { how: 'rebase', signal });
    expect(await text(root, 'huge.bin')).toHaveLength(2000);
  });

  it('that ignores the project is not its repository: the project is worked on by itself', async () => {
    const outer = await aRepository({ '.gitignore': 'out/\n', 'a.txt': 'outer\n' });
    const root = join(outer, 'out', 'project');
    await change(root, { 'b.txt': 'one\n' });
    const before = await git(outer, 'for-each-ref');
    const workspaces = workspacesOf(root);
    await doStep(workspaces, 'E1', { 'b.txt': 'two\n' });
    expect(await workspaces.diff(runId, { signal })).toContain('+two');
    expect(await git(outer, 'for-each-ref')).toBe(before);
  });

  it('that is a linked worktree works', async () => {
    const main = await aRepository({ 'a.txt': 'a' });
    const root = join(await aProject({}), 'linked');
    await git(main, 'worktree', 'add', '--quiet', '-b', 'linked', root);
    const workspaces = workspacesOf(root);
    await doStep(workspaces, 'E1', { 'a.txt': 'changed' });
    expect(await workspaces.apply(runId, { how: 'rebase', signal })).toMatchObject({ ok: true });
    expect(await git(main, 'log', '-1', '--format=%s', 'linked')).toBe('E1: Does E1');
    expect(await text(main, 'a.txt')).toBe('a');
  });

  it('with odd names and content keeps them as they are', async () => {
    const odd = { 'sp ace/ü\n"x".txt': 'x', '-rf': 'y', ':(glob)*': 'z', 'crlf.txt': 'a\r\nb\r\n' };
    const root = await aRepository({ 'a.txt': 'a' });
    const workspaces = workspacesOf(root);
    await doStep(workspaces, 'E1', odd);
    await workspaces.apply(runId, { how: 'rebase', signal });
    for (const [path, content] of Object.entries(odd)) expect(await text(root, path)).toBe(content);
  });

  it('merges text that is not UTF-8 byte for byte', async () => {
    const root = await aRepository({});
    const latin = (first: string, last: string): Buffer =>
      Buffer.from(`${first}\n\xe4\n\xf6\n\xfc\n${last}\n`, 'latin1');
    await writeFile(join(root, 'latin.txt'), latin('a', 'z'));
    const workspaces = workspacesOf(root);
    const [one, two] = [await workspaces.open(aSite('E1'), { signal }), await workspaces.open(aSite('E2'), { signal })];
    await writeFile(join(one.root, 'latin.txt'), latin('A', 'z'));
    await writeFile(join(two.root, 'latin.txt'), latin('a', 'Z'));
    await keptCommit(one);
    await keptCommit(two);
    expect(await readFile(join(await workspaces.view(runId, { signal }), 'latin.txt'))).toEqual(latin('A', 'Z'));
  });
});

describe('a disk that is full', () => {
  // A limit on the size of files fails a write half-way, as a full disk does, without needing one.
  it.skipIf(process.platform === 'win32')(
    'in mid-commit leaves the branch as it was, and the same work is kept later',
    async () => {
      const root = await aRepository({ 'a.txt': 'a' });
      const tools = await aProject({ git: '#!/bin/sh\nulimit -f 64\nPATH="${PATH#*:}" exec git "$@"\n' });
      await chmod(join(tools, 'git'), 0o755);
      const full = { ...process.env, PATH: `${tools}${delimiter}${process.env['PATH'] ?? ''}` };
      const workspaces = workspacesOf(root, { environment: full });
      await doStep(workspaces, 'E1', { 'a.txt': 'b' });
      const workspace = await workspaces.open(aSite('E2'), { signal });
      const noise = Array.from({ length: 200_000 }, (_, at) => Math.sin(at).toString(36).slice(3)).join('');
      await change(workspace.root, { 'b.txt': noise });
      await expect(workspace.keep({ signal })).rejects.toMatchObject({ code: 'workspace-failed' });
      expect(await subjects(workspaces)).toEqual(['E1: Does E1']);
      await workspace.drop();
      await doStep(workspacesOf(root), 'E2', { 'b.txt': noise });
      expect(await subjects(workspaces)).toEqual(['E1: Does E1', 'E2: Does E2']);
    },
  );
});
