import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { buildProgram } from '../cli-process.js';
import { aFinishedRun, aWritingProject, model, subjectsOn, titles } from './a-writing-project.js';

const has = (text: string): unknown => expect.stringContaining(text);

const built = buildProgram();
afterAll(built.remove);

type Steps = { readonly steps: readonly { readonly label: string; readonly status: string; readonly tries: number }[] };
const statuses = ({ steps }: Steps): readonly string[] => steps.map(({ label, status }) => `${label} ${status}`);

describe('a run whose steps write', () => {
  it('leaves one commit a step on a branch of its own, each with a diff that git takes', async () => {
    const project = aWritingProject(built.program);
    const before = project.users();
    const run = await aFinishedRun(project);
    expect(subjectsOn(project, run)).toEqual(titles);
    const { stdout } = await project.planwright('diff', run, 'E1');
    expect(stdout).toContain('-exports.base = 1;\n+exports.base = 2;\n');
    project.write('e1.patch', stdout);
    project.git('apply', '--check', 'e1.patch');
    expect((await project.planwright('diff', run, 'E3', '--stat')).stdout).toBe(
      'lib/right.js  +1 -0\n1 file changed\n',
    );
    expect(await project.json('diff', run)).toMatchObject({
      run,
      files: [
        { path: 'lib/base.js', added: 1, removed: 1 },
        { path: 'lib/left.js', added: 1, removed: 0 },
        { path: 'lib/right.js', added: 1, removed: 0 },
        { path: 'lib/sum.js', added: 1, removed: 0 },
      ],
      outside: [],
    });
    rmSync(join(project.root, 'e1.patch'));
    expect(project.users()).toEqual(before);
  });

  it('is left with exactly the independent steps when one is undone, and runs the others again', async () => {
    const project = aWritingProject(built.program);
    const before = project.users();
    const run = await aFinishedRun(project);
    const undone = await project.planwright('undo', run, 'E2');
    expect(undone).toMatchObject({ exit: 0, stdout: has('E2  Write lib/left.js: lib/left.js') });
    expect(undone.stdout).toContain('E4  Write lib/sum.js: lib/sum.js');
    expect(statuses(await project.json('show', run))).toEqual(['E1 done', 'E2 pending', 'E3 done', 'E4 pending']);
    expect(subjectsOn(project, run)).toEqual([titles[0], titles[2]]);
    const folder = project.checkedOut(`planwright/${run}`);
    expect(readdirSync(join(folder, 'lib'))).toEqual(['base.js', 'right.js']);
    execFileSync(process.execPath, ['check.js'], { cwd: folder });
    expect(await project.planwright('resume', run, ...model)).toMatchObject({ exit: 0, stdout: has('4 of 4 steps') });
    expect(subjectsOn(project, run)).toEqual(titles);
    expect(project.users()).toEqual(before);
  });

  it('killed in the middle of a step is rolled back to the start of it, which leaves one commit', async () => {
    const project = aWritingProject(built.program);
    const before = project.users();
    const first = project.start('run', 'only-writing.json', '--approve', 'auto', '--model', 'script:hanging.json');
    const places = join(project.root, '.planwright/worktrees');
    const halfDone = (): boolean =>
      existsSync(places) &&
      readdirSync(places, { recursive: true, encoding: 'utf8' }).some(
        (path) => path.endsWith('lib/left.js') && readFileSync(join(places, path), 'utf8') === 'half of it',
      );
    await expect.poll(halfDone, { timeout: 40_000 }).toBe(true);
    first.kill('SIGKILL');
    await first.ended;
    const [run] = (await project.json<readonly { readonly id: string }[]>('list')).map(({ id }) => id);
    // Another model goes on with it, which an approval is asked for.
    await project.planwright('approve', run ?? '', '--no-wait', ...model);
    const again = await project.json<Steps>('run', run ?? '', ...model);
    expect(statuses(again)).toEqual(['E1 done', 'E2 done', 'E3 done', 'E4 done']);
    expect(again.steps.find(({ label }) => label === 'E2')?.tries).toBe(2);
    expect(subjectsOn(project, run ?? '')).toEqual(titles);
    expect(project.git('show', `planwright/${run ?? ''}:lib/left.js`)).not.toContain('half');
    expect(project.users()).toEqual(before);
  });
});

describe('applying a run', () => {
  it('brings its commits to the branch that is checked out, and what is left can be cleaned', async () => {
    const project = aWritingProject(built.program);
    const run = await aFinishedRun(project);
    expect(await project.planwright('apply', run)).toMatchObject({ exit: 0, stdout: has('Applied: 4 files changed') });
    expect(project.git('log', '--format=%s').split('\n').sort()).toEqual([...titles, 'first'].sort());
    execFileSync(process.execPath, ['check.js'], { cwd: project.root });
    expect(project.users()).toMatchObject({ status: '' });
    expect(await project.planwright('apply', run)).toMatchObject({ exit: 0, stdout: has('applied already') });
    expect(await project.planwright('clean', '--all-applied')).toMatchObject({ exit: 0, stdout: has(run) });
    expect(project.git('branch', '--list', 'planwright/*')).toBe('');
  });

  it('onto a branch that changed the same lines names the files and loses nothing, and works once they are out of the way', async () => {
    const project = aWritingProject(built.program);
    const run = await aFinishedRun(project);
    const commit = (base: number): void => {
      project.write('lib/base.js', `exports.base = ${base};\n`);
      project.git('commit', '--quiet', '--all', '-m', `base ${base}`);
    };
    commit(7);
    const before = project.users();
    expect(await project.planwright('apply', run)).toMatchObject({ exit: 1, stderr: has('Not applied:') });
    for (const how of ['merge', 'rebase', 'patch'])
      expect(await project.json('apply', run, '--how', how)).toMatchObject({ applied: false, files: ['lib/base.js'] });
    expect(project.users()).toEqual(before);
    expect(project.text('lib/base.js')).toBe('exports.base = 7;\n');
    expect(subjectsOn(project, run)).toEqual(titles);
    commit(1);
    const applied = await project.planwright('apply', run);
    expect(applied).toMatchObject({ exit: 0, stdout: has('Your branch has moved since the run began') });
    expect(project.git('log', '--format=%s').split('\n')).toEqual(
      expect.arrayContaining(['base 7', 'base 1', ...titles]),
    );
    expect(project.text('lib/base.js')).toBe('exports.base = 2;\n');
  });

  it('over a file with uncommitted changes is refused and names it; a patch changes neither index nor branch', async () => {
    const project = aWritingProject(built.program);
    const run = await aFinishedRun(project);
    const { index, head } = project.users();
    project.write('lib/base.js', 'exports.base = 1; // mine\n');
    for (const how of ['merge', 'patch'])
      expect(await project.json('apply', run, '--how', how)).toMatchObject({ applied: false, files: ['lib/base.js'] });
    expect(project.text('lib/base.js')).toBe('exports.base = 1; // mine\n');
    project.write('lib/base.js', 'exports.base = 1;\n');
    expect(await project.planwright('apply', run, '--how', 'patch')).toMatchObject({ exit: 0 });
    expect(project.users()).toMatchObject({ index, head });
    execFileSync(process.execPath, ['check.js'], { cwd: project.root });
  });
});

describe('cleaning a run', () => {
  it('whose work was not applied is refused, and forced only by its name', async () => {
    const project = aWritingProject(built.program);
    const run = await aFinishedRun(project);
    const before = project.users();
    expect(await project.planwright('clean', run)).toMatchObject({ exit: 1, stderr: has('has not been applied') });
    expect(subjectsOn(project, run)).toEqual(titles);
    expect(await project.planwright('clean', '--force')).toMatchObject({ exit: 2, stderr: has('--force loses work') });
    expect(await project.planwright('clean', run, '--force')).toMatchObject({ exit: 0 });
    expect(project.git('branch', '--list', 'planwright/*')).toBe('');
    expect(await project.planwright('diff', run)).toMatchObject({ exit: 0, stderr: has('its workspace was removed') });
    expect(await project.planwright('undo', run, 'E2')).toMatchObject({
      exit: 2,
      stderr: has('its workspace was removed'),
    });
    expect(project.users()).toEqual(before);
  });
});
