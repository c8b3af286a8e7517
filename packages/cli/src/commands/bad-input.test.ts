import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTestFolder, readingPlan, script } from '../testing/program-in.js';

const has = (text: string): unknown => expect.stringContaining(text);

const files = { 'plan.json': readingPlan, 'script.yaml': script };
const scripted = ['--model', 'script:script.yaml'];
const handedOver = JSON.stringify({ task_summary: 'x', steps: [{ id: 'E1', agent: 'coder', task: 'Write a.js' }] });

describe('what is no use of the program', () => {
  it('is told on stderr, with a hint, and exit 2', async () => {
    const { planwright } = createTestFolder();
    expect(await planwright(['shwo'])).toEqual({
      exit: 2,
      stdout: '',
      stderr:
        'error: there is no command "shwo"; did you mean "show"?\n' +
        'hint: commands: `planwright --help`; for a task: `planwright "shwo …"`\n',
    });
  });

  it('is a JSON object on stdout with --json, and nothing else', async () => {
    const { planwright } = createTestFolder();
    const { exit, stdout, stderr } = await planwright(['list', '--jsn', '--json']);
    expect([exit, stderr]).toEqual([2, '']);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'usage-wrong', retryable: false } });
  });

  it('shows a stack only when the log level is debug', async () => {
    const { planwright } = createTestFolder();
    expect((await planwright(['show', 'run-nope'])).stderr).not.toContain('at ');
    expect((await planwright(['show', 'run-nope', '--log-level', 'debug'])).stderr).toContain('    at ');
  });
});

describe('files', () => {
  it.each([
    ['run', 'missing.json', 'missing.json cannot be read: it does not exist'],
    ['check', './nowhere/plan.md', './nowhere/plan.md cannot be read: it does not exist'],
    ['import', 'folder', 'folder has a problem:\n  plan: plan.json: the file is not there'],
    ['export', 'folder/', 'folder/ has a problem:\n  plan: plan.json: the file is not there'],
  ])('%s %s: %s', async (command, file, message) => {
    const { planwright } = createTestFolder({ 'folder/x': '' });
    const { exit, stderr } = await planwright([command, file]);
    expect([exit, stderr]).toEqual([2, has(`error: ${message}`)]);
  });

  it('asks for something on stdin', async () => {
    const { planwright } = createTestFolder();
    for (const argv of [['run', '-'], ['-'], ['import', '-']])
      expect(await planwright(argv, { stdin: ' \n' })).toMatchObject({
        exit: 2,
        stderr: has('stdin, which was empty'),
      });
    expect((await planwright(['check', '-'], { typed: [] })).stderr).toContain('nothing is piped into it');
  });

  it('are not read when they are far larger than any plan, nor is a part of them taken for all', async () => {
    const { planwright, write } = createTestFolder();
    truncateSync(write('huge.json', ''), 17 * 1024 * 1024);
    expect(await planwright(['check', 'huge.json'])).toMatchObject({
      exit: 2,
      stderr: has('huge.json cannot be read: it has 17825792 bytes; at most 16777216 are read'),
    });
    // As many characters as are read bytes would be too few to tell.
    const stdin = 'é'.repeat(9 * 1024 * 1024);
    expect(await planwright(['check', '-'], { stdin })).toMatchObject({ exit: 2, stderr: has('more than 16777216') });
  });

  it('lists every problem of a plan with its step and field', async () => {
    const broken = JSON.stringify({
      task_summary: 'x',
      steps: [
        { id: 'E1', agent: 'search', task: 'a', deps: ['E7'] },
        { id: 'E2', agent: '', task: 'b' },
        { id: 'E3', agent: 'file', task: 'c #E9' },
      ],
    });
    const { planwright } = createTestFolder({ 'plan.json': broken });
    for (const command of ['run', 'check', 'import']) {
      const { exit, stderr } = await planwright([command, 'plan.json']);
      expect(exit).toBe(2);
      expect(stderr).toContain('plan.json has 3 problems:');
      expect(stderr).toMatch(/^ {2}E1.*: .*E7/m);
      expect(stderr).toMatch(/^ {2}E2 agent: /m);
      expect(stderr).toMatch(/^ {2}E3 task: .*E9/m);
    }
    const { stdout } = await planwright(['check', 'plan.json', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'plan-invalid', details: { problems: { length: 3 } } } });
  });

  it('does not write an export over a folder', async () => {
    const { planwright } = createTestFolder(files);
    const { exit, stderr } = await planwright(['export', 'plan.json', '--out', '.']);
    expect([exit, stderr]).toEqual([2, has('cannot be written')]);
  });
});

describe('runs and steps', () => {
  it('names near runs when one is not found, and near misses of a beginning', async () => {
    const { planwright } = createTestFolder(files);
    const { run } = JSON.parse((await planwright(['import', 'plan.json', '--json'])).stdout) as { run: string };
    const typo = `${run.slice(0, -1)}${run.endsWith('x') ? 'y' : 'x'}`;
    expect((await planwright(['show', typo])).stderr).toContain(`there is no run "${typo}"; near it: ${run}`);
    expect((await planwright(['show', 'run-zzzzzzzzzzzzzz'])).stderr).toContain(`the newest: ${run}`);
    for (const name of [run, run.replace('run-', 'plan-'), run.slice(4), run.slice(0, 8)])
      expect((await planwright(['show', name, '--json'])).exit).toBe(0);
  });

  it('says so when a project has no runs, and leaves nothing behind in it', async () => {
    const { planwright, root } = createTestFolder();
    expect(await planwright(['list'])).toMatchObject({ exit: 0, stdout: `no runs in ${root}\n` });
    expect((await planwright(['show', 'run-abcd'])).stderr).toContain('this project has no runs yet');
    expect((await planwright(['report'])).stderr).toContain('this project has no runs yet\nhint: start one');
    for (const argv of [
      ['pause'],
      ['resume', 'run-abcd'],
      ['done', 'E1', '--answer', 'x'],
      ['events', '--follow'],
      ['run', 'run-abcd'],
    ])
      expect(await planwright(argv)).toMatchObject({ exit: 2, stderr: has('error:') });
    expect(readdirSync(root)).toEqual([]);
  });

  it('says which runs would fit a command where none does', async () => {
    const { planwright } = createTestFolder({ ...files, 'hand.json': handedOver });
    expect((await planwright(['run', 'hand.json', '--approve', 'auto', '--model', 'offline'])).exit).toBe(3);
    expect((await planwright(['approve'])).stderr).toContain('none that fits (draft, paused for approval)');
    expect((await planwright(['show', '--ballots'])).stderr).toContain('none that fits (of several agents)');
  });

  it('names the steps a run has when one is not found', async () => {
    const { planwright } = createTestFolder(files);
    await planwright(['run', 'plan.json', ...scripted]);
    const { exit, stderr } = await planwright(['show', 'E9']);
    expect([exit, stderr]).toEqual([2, has('has no step "E9"; it has E1, E2, E3')]);
  });

  it('are told apart: what is about a step needs one, what is about a run takes none', async () => {
    const { planwright } = createTestFolder(files);
    await planwright(['import', 'plan.json']);
    for (const flag of ['--prompt', '--transcript'])
      expect(await planwright(['show', flag])).toMatchObject({ exit: 2, stderr: has(`${flag} is about a step`) });
    for (const flag of ['--receipt', '--ballots'])
      expect(await planwright(['show', 'E2', flag])).toMatchObject({
        exit: 2,
        stderr: has(`${flag} is about a whole run; leave out E2`),
      });
  });

  it('refuses what a run cannot do now, and says why', async () => {
    const { planwright } = createTestFolder(files);
    const { run } = JSON.parse((await planwright(['import', 'plan.json', '--json'])).stdout) as { run: string };
    expect(await planwright(['pause', run])).toMatchObject({
      exit: 2,
      stderr: has('only a running plan can be paused'),
    });
    expect((await planwright(['done', run, 'E1', '--answer', 'x'])).exit).toBe(2);
    expect((await planwright(['resume', run, '--hold', 'manual'])).stderr).toContain('did you mean "manual_gate"?');
    expect((await planwright(['list', '--state', 'runing'])).stderr).toContain('did you mean "running"?');
  });
});

describe('settings', () => {
  it('are checked before anything is planned', async () => {
    const { planwright, root } = createTestFolder({ 'planwright.yaml': 'modle: offline\nlimits:\n  concurrency: 0\n' });
    const { exit, stderr } = await planwright(['add a flag, then test it']);
    expect(exit).toBe(2);
    expect(stderr).toContain('2 settings are wrong:');
    expect(stderr).toContain('planwright.yaml:1: there is no setting "modle"; did you mean "model"?');
    expect(stderr).toContain('planwright.yaml:3: limits.concurrency: expected a whole number from 1 to 64, found 0');
    expect(existsSync(join(root, '.planwright'))).toBe(false);
  });

  it.each([
    [['--threshold', '11'], {}, '--threshold: expected a whole number from 0 to 10, found "11"'],
    [
      [],
      { PLANWRIGHT_PLAN_FIRST_THRESHOLD: '-1' },
      'PLANWRIGHT_PLAN_FIRST_THRESHOLD: expected a whole number from 0 to 10',
    ],
    [['--model', 'antropic:claude'], {}, 'did you mean "anthropic:claude"?'],
    [['--model', 'offline,command:qwen'], {}, 'name it last'],
    [['--budget', 'lots'], {}, '--budget: "lots" is no amount'],
    [['--model', 'script:none.yaml'], {}, 'none.yaml cannot be read'],
    [['--log-file', '/nowhere/at/all.log'], {}, 'the log file /nowhere/at/all.log cannot be written'],
    [['--project', 'nowhere'], {}, 'the project must be a folder'],
  ])('%j %j exit 2', async (argv, env, message) => {
    const { planwright } = createTestFolder();
    const { exit, stderr } = await planwright(['add a flag, then test it', ...argv], { env });
    expect([exit, stderr]).toEqual([2, has(message)]);
  });

  it('of a wrong kind do not keep anybody from looking or from stopping a run', async () => {
    const { planwright, write } = createTestFolder(files);
    await planwright(['import', 'plan.json']);
    write('planwright.yaml', 'modle: x');
    expect((await planwright(['list'])).exit).toBe(0);
    expect((await planwright(['resume'])).exit).toBe(2);
    expect(await planwright(['pause'])).toMatchObject({ exit: 2, stderr: has('none that fits (running, paused)') });
    expect(await planwright(['cancel'])).toMatchObject({ exit: 0, stdout: has('cancelled') });
    expect(await planwright(['doctor'])).toMatchObject({ exit: 2, stdout: has('modle') });
  });
});

describe('stores', () => {
  const store = '.planwright/planwright.db';

  it('of which only the log is left are named, also to whoever only looks, and the log is kept', async () => {
    const { root, planwright, write } = createTestFolder({});
    write(`${store}-wal`, 'events of runs that are not in the store yet');
    for (const argv of [['list'], ['show'], ['pause']]) {
      const { exit, stderr } = await planwright(argv);
      expect([exit, stderr]).toEqual([1, has('put it back, or remove the log to start anew')]);
    }
    expect((await planwright(['doctor'])).stdout).toContain('put it back');
    expect(readFileSync(join(root, `${store}-wal`), 'utf8')).toContain('events of runs');
  });

  it('that are damaged are named', async () => {
    const { planwright, write, root } = createTestFolder(files);
    write(store, 'this is no database at all, and was never one; nobody knows how it came to be here'.repeat(50));
    for (const argv of [['list'], ['show'], ['run', 'plan.json']]) {
      const { exit, stderr } = await planwright(argv);
      expect([exit, stderr]).toEqual([1, has(`${join(root, store)} is damaged`)]);
    }
    expect((await planwright(['doctor'])).stdout).toContain('is damaged');
  });

  it('of a newer version are left alone', async () => {
    const { planwright, root } = createTestFolder(files);
    await planwright(['import', 'plan.json']);
    await setVersion(join(root, store), 99);
    const { exit, stderr } = await planwright(['list']);
    expect([exit, stderr]).toEqual([1, has('has store version 99')]);
    expect(stderr).toContain('hint: this store was written by a newer version');
  });

  // A folder that even root may not write into.
  it.skipIf(process.platform !== 'linux')('in a folder that may not be written are a clear error', async () => {
    const { planwright } = createTestFolder(files);
    const { exit, stderr } = await planwright(['run', 'plan.json', '--project', '/proc']);
    expect([exit, stderr]).toEqual([1, has('the folder /proc/.planwright cannot be made')]);
    expect((await planwright(['list', '--project', '/proc'])).exit).toBe(0);
  });

  it('whose folder is a file are a clear error', async () => {
    const { planwright, root } = createTestFolder(files);
    writeFileSync(join(root, '.planwright'), '');
    const { exit, stderr } = await planwright(['run', 'plan.json', ...scripted]);
    expect([exit, stderr]).toEqual([1, has(join(root, '.planwright'))]);
    rmSync(join(root, '.planwright'));
    mkdirSync(join(root, '.planwright', 'planwright.db'), { recursive: true });
    expect(await planwright(['list'])).toMatchObject({ exit: 1, stderr: has('planwright.db') });
  });
});

/** `user_version` in the header of the SQLite file format. */
async function setVersion(file: string, version: number): Promise<void> {
  const { open } = await import('node:fs/promises');
  const handle = await open(file, 'r+');
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(version);
  await handle.write(bytes, 0, 4, 60);
  await handle.close();
}
