import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  createTestFolder,
  type Ended,
  readingPlan,
  runningPlan,
  script,
  type TestFolder,
} from '../testing/program-in.js';

const has = (text: string): unknown => expect.stringContaining(text);

const scripted = ['--model', 'script:script.yaml'];
const files = { 'plan.json': readingPlan, 'run.json': runningPlan, 'script.yaml': script, 'README.md': '# Demo\n' };
const folder = (): TestFolder => createTestFolder(files);

type RunDocument = {
  readonly run: string;
  readonly state: string;
  readonly reason: string | null;
  readonly exit: number;
  readonly hash: string;
  readonly revision: number;
  readonly approval: { readonly policy: string; readonly hash: string } | null;
  readonly steps: readonly { readonly label: string; readonly status: string; readonly commands: readonly string[] }[];
  readonly next: readonly string[];
};
const document = ({ stdout }: Ended): RunDocument => JSON.parse(stdout) as RunDocument;

describe('a task', () => {
  const planned = `replies:\n  - { when: { agent: planner }, text: '${runningPlan}' }\notherwise: { text: v20 }\n`;

  it('below the threshold is one step, shown, carried out and reported', async () => {
    const { planwright } = createTestFolder({ 'src/limit.ts': 'export const retryLimit = 3;\n' });
    const { exit, stdout } = await planwright(['where is the retry limit?']);
    expect(exit).toBe(0);
    expect(stdout).toContain('Complexity 0 of 10 (low)');
    expect(stdout).toContain('Not planned first: the task scores 0 of 10, below the threshold 6');
    expect(stdout).toContain('search · only reads');
    expect(stdout).toMatch(/\d\d:\d\d:\d\d {2}E1 started, attempt 1/);
    expect(stdout).toContain('src/limit.ts:1');
    expect(stdout).toMatch(/All done: 1 of 1 step carried out in .*, no errors\.\n$/);
  });

  it('that may do more than read waits for a person when nobody is there, and says how to approve', async () => {
    const { planwright } = createTestFolder({ 'script.yaml': planned });
    const { exit, stdout } = await planwright(['show the version of node', '--plan', ...scripted]);
    expect(exit).toBe(3);
    expect(stdout).toContain('Planned first: a plan was asked for');
    expect(stdout).toContain('may run: node --version');
    expect(stdout).toMatch(/Wanted: Look at the plan and approve it\n {2}planwright approve run-/);
    expect(stdout).not.toContain('started');
  });

  it('runs unattended when that is asked for, and the record says so', async () => {
    const { planwright } = createTestFolder({ 'script.yaml': planned });
    const ended = document(
      await planwright(['show the version', '--plan', '--approve', 'auto', '--json', ...scripted]),
    );
    expect(ended).toMatchObject({ state: 'done', exit: 0, approval: { policy: 'auto' } });
  });

  it('is not planned when planning is off, whatever was asked for', async () => {
    const { planwright } = createTestFolder({ 'script.yaml': script });
    const { stdout } = await planwright(['where is it?', '--plan', '--plan-first', 'off', ...scripted]);
    expect(stdout).toContain('Not planned first: planning first is off, though a plan was asked for');
  });

  it('can be planned without storing or running anything', async () => {
    const { planwright, root } = createTestFolder({ 'script.yaml': planned });
    const dry = await planwright(['show the version', '--plan', '--dry-run', '--approve', 'auto', ...scripted]);
    expect(dry).toMatchObject({ exit: 0, stdout: has('may run: node --version') });
    expect(dry.stdout).not.toContain('Wanted');
    expect(readdirSync(root)).toEqual(['script.yaml']);
    expect((await planwright(['run', '-', '--dry-run'], { stdin: runningPlan })).exit).toBe(0);
    expect(existsSync(join(root, '.planwright'))).toBe(false);
  });

  it('whose plan cannot be read fails, with what was wrong', async () => {
    const { planwright } = createTestFolder({ 'script.yaml': 'otherwise: { text: no plan here }\n' });
    const { exit, stdout } = await planwright(['do a thing', '--plan', ...scripted]);
    expect([exit, stdout]).toEqual([1, has('No plan could be made: ')]);
  });
});

describe('planning only', () => {
  it('keeps a draft that can be run later', async () => {
    const { planwright } = createTestFolder({ 'README.md': '# Demo\nThe limit is 3.\n' });
    const drafted = document(await planwright(['plan', 'where is the limit decided?', '--json']));
    expect(drafted).toMatchObject({ state: 'draft', approval: null });
    expect(document(await planwright(['run', drafted.run, '--json']))).toMatchObject({
      run: drafted.run,
      state: 'done',
    });
  });
});

describe('the person at a terminal', () => {
  it('is asked, and a no leaves the plan as a draft', async () => {
    const { planwright } = folder();
    const no = await planwright(['run', 'plan.json', '--plain', ...scripted], { typed: ['n'] });
    expect(no).toMatchObject({ exit: 3, stderr: 'Approve exactly this plan and run it? [y/N] ' });
    const yes = await planwright(['run', 'plan.json', '--plain', ...scripted], { typed: ['y'] });
    expect(yes).toMatchObject({ exit: 0, stdout: has('revision 1 approved (person)') });
  });

  it('has lines and a plain question where the terminal can draw no card', async () => {
    const { planwright } = folder();
    const ended = await planwright(['run', 'plan.json', ...scripted], { typed: ['y'], env: { TERM: 'dumb' } });
    expect(ended).toMatchObject({ exit: 0, stdout: has('E3 done: a small project'), stderr: has('run it? [y/N]') });
    expect(ended.stdout).not.toContain('\u001b');
  });
});

describe('approving', () => {
  it('shows the hash and every command, then carries the plan out', async () => {
    const { planwright } = folder();
    const drafted = document(await planwright(['run', 'run.json', '--json', ...scripted]));
    expect(drafted).toMatchObject({ state: 'draft', reason: 'approval', exit: 3 });
    expect(drafted.steps[0]?.commands).toEqual(['node --version']);
    const { exit, stdout, stderr } = await planwright(['approve', ...scripted]);
    expect(exit).toBe(0);
    expect(stderr).toContain(`${drafted.run} (draft, the newest that fits): Run something`);
    expect(stdout).toContain(`hash ${drafted.hash}`);
    expect(stdout).toContain('It may run these commands, and no others:\n  E1  node --version');
  });

  it('with a no says that nothing was approved', async () => {
    const { planwright } = folder();
    await planwright(['import', 'run.json']);
    const no = await planwright(['approve', ...scripted], { typed: ['n'] });
    expect(no).toMatchObject({ exit: 0, stderr: has('Nothing was approved.') });
  });

  it('refuses a hash that is not the plan’s, and takes the beginning of the one that is', async () => {
    const { planwright } = folder();
    const { run, hash } = document(await planwright(['import', 'run.json', '--json']));
    const other = await planwright(['approve', run, '--hash', '0123456789', ...scripted]);
    expect(other).toMatchObject({ exit: 2, stderr: has('look at it and approve again') });
    const recorded = await planwright(['approve', run, '--hash', hash.slice(0, 8), '--no-wait', '--json', ...scripted]);
    expect(document(recorded)).toMatchObject({ state: 'draft', approval: { hash, policy: 'person' } });
    expect((await planwright(['run', run, ...scripted])).exit).toBe(0);
  });
});

describe('a step that no worker here can do', () => {
  it('is handed over, shown as a work order, and settled with proof', async () => {
    const { planwright } = folder();
    const handed = await planwright(['run', 'plan.json']);
    expect(handed.exit).toBe(3);
    expect(handed.stdout).toContain('Wanted: E3 needs somebody: do it, then say done or failed');
    const order = (await planwright(['show', 'E3'])).stdout;
    expect(order).toContain('Waits\n  handoff');
    expect(order).toContain('README.md');
    const done = await planwright(['done', 'E3', '--answer', '-', '--proof', 'read twice'], { stdin: 'it is small\n' });
    expect(done).toMatchObject({ exit: 0, stdout: has('3 of 3 steps carried out') });
    expect((await planwright(['show', 'E3'])).stdout).toContain('✓ met: read twice');
  });

  it('may have failed', async () => {
    const { planwright } = folder();
    await planwright(['run', 'plan.json']);
    expect(await planwright(['failed', 'E3'])).toMatchObject({
      exit: 2,
      stderr: has('--reason is needed'),
    });
    const failed = await planwright(['failed', 'E3', '--reason', 'no time']);
    expect(failed).toMatchObject({ exit: 1, stdout: has('1 failed.') });
  });

  it('asks for the answer at a terminal', async () => {
    const { planwright } = folder();
    await planwright(['run', 'plan.json']);
    const done = await planwright(['done', 'E3', '--plain'], { typed: ['by hand'] });
    expect(done).toMatchObject({ exit: 0, stderr: has('What was done or found?') });
  });
});

describe('failures', () => {
  const failing = `replies:
  - { when: { label: E1, contains: look left }, text: found on the left }
  - { when: { label: E1 }, error: { status: 500, message: no luck } }
otherwise: { text: fine }
`;
  const args = ['run', 'plan.json', '--model', 'script:fail.yaml', '--max-attempts', '1', '--on-failure', 'pause'];

  it('wait for a decision and are retried with a hint', async () => {
    const { planwright } = createTestFolder({ ...files, 'fail.yaml': failing });
    const paused = await planwright(args);
    expect(paused).toMatchObject({ exit: 3, stdout: has('E1 has used its attempts') });
    expect((await planwright(['show', 'E1'])).stdout).toContain('try 1 failed: no luck');
    const retried = await planwright(['retry', 'E1', '--hint', 'look left', '--model', 'script:fail.yaml']);
    expect(retried).toMatchObject({ exit: 0, stdout: has('E1 to be tried again: look left') });
    expect(retried.stdout).toContain('E1 done: found on the left');
  });

  it('of a command can be read with all that it printed', async () => {
    const printing = { 'fails.js': "console.log('the cause\\nnot ok 1 - a test\\n# 1 ms'); process.exit(1);" };
    const plan = { steps: [{ id: 'E1', agent: 'tester', task: 'Run the tests', verify: ['node fails.js'] }] };
    const { planwright } = createTestFolder({ ...printing, 'plan.json': JSON.stringify(plan) });
    const paused = await planwright(['run', 'plan.json', '--approve', 'auto', '--on-failure', 'pause']);
    expect(paused).toMatchObject({ exit: 3, stdout: has('--transcript') });
    const { stdout } = await planwright(['show', 'E1', '--transcript']);
    expect(stdout).toContain('try 1 failed: `node fails.js` ended with exit code 1: not ok 1 - a test');
    expect(stdout).toContain('Transcript\n  $ node fails.js\n  the cause');
    expect((await planwright(['report'])).stdout).toContain('So far: 0 of 1 step carried out.');
  });

  it('are gone on without', async () => {
    const { planwright } = createTestFolder({ ...files, 'fail.yaml': failing });
    await planwright(args);
    const skipped = await planwright(['skip', 'E1', '--reason', 'not needed', '--model', 'script:fail.yaml']);
    expect(skipped).toMatchObject({ exit: 0, stdout: has('1 skipped') });
  });

  it('end a headless run with exit 1 and substituted errors', async () => {
    const { planwright } = createTestFolder({ ...files, 'fail.yaml': failing });
    const ended = await planwright(['run', 'plan.json', '--model', 'script:fail.yaml', '--max-attempts', '1']);
    expect(ended).toMatchObject({ exit: 1, stdout: has('1 failed.') });
    expect((await planwright(['show', 'E3'])).stdout).toContain('Sum up <error: no luck> and fine');
  });
});

describe('written forms', () => {
  it('go out and come back the same', async () => {
    const test = folder();
    const { run, hash } = document(await test.planwright(['import', 'plan.json', '--json']));
    for (const format of ['native', 'markdown']) {
      const { stdout } = await test.planwright(['export', run, '--format', format]);
      expect(document(await test.planwright(['import', '-', '--json'], { stdin: stdout })).hash).toBe(hash);
    }
    expect((await test.planwright(['export', run, '--format', 'mermaid'])).stdout).toContain('E1');
    await test.planwright(['export', 'plan.json', '--format', 'rewoo', '--out', 'out.json']);
    expect(JSON.parse(readFileSync(join(test.root, 'out.json'), 'utf8'))).toMatchObject({
      task_summary: 'Look around',
    });
  });

  it('say what they have no place for', async () => {
    const plan = { goal: 'g', steps: [{ id: 'E1', agent: 'tester', task: 'test it', verify: ['npm test'] }] };
    const { planwright } = createTestFolder({ 'plan.json': JSON.stringify(plan) });
    const exported = (format: string, ...flags: string[]) =>
      planwright(['export', 'plan.json', '--format', format, ...flags]);
    expect((await exported('rewoo')).stderr).toBe('left out, as rewoo has no place for it: verify; native keeps all\n');
    expect(document(await exported('rewoo', '--json'))).toMatchObject({ leftOut: ['verify'] });
    for (const format of ['native', 'markdown', 'mermaid']) expect((await exported(format)).stderr).toBe('');
  });
});

describe('looking', () => {
  it('says so where a plan states no goal, instead of nothing', async () => {
    const { planwright } = createTestFolder({ 'plan.json': '[{"id":"E1","agent":"search","task":"find the limit"}]' });
    expect((await planwright(['import', 'plan.json'])).stdout).not.toContain('Goal:');
    expect((await planwright(['list'])).stdout).toContain('(its plan states no goal)');
  });

  it('shows lists, events and reports, as text and as JSON', async () => {
    const { planwright } = folder();
    const { run } = document(await planwright(['run', 'plan.json', '--json', ...scripted]));
    expect((await planwright(['list'])).stdout).toMatch(new RegExp(`^${run} {2}done {2}3/3 {2}now {2}Look around\n$`));
    expect(JSON.parse((await planwright(['list', '--json'])).stdout)).toMatchObject([{ id: run, state: 'done' }]);
    expect((await planwright(['list', '--state', 'draft,paused'])).stdout).toContain('no draft or paused runs in');
    const events = JSON.parse((await planwright(['events', run, '--json'])).stdout) as { seq: number; type: string }[];
    expect(events[0]).toMatchObject({ seq: 1, type: 'run.created' });
    const followed = (await planwright(['events', run, '--follow', '--json'])).stdout.trim().split('\n');
    expect(followed.map((line) => (JSON.parse(line) as { seq: number }).seq)).toEqual(events.map(({ seq }) => seq));
    expect(JSON.parse((await planwright(['report', '--json'])).stdout)).toMatchObject({
      report: { done: 3, total: 3 },
    });
    expect((await planwright(['check', run])).stdout).toMatch(/: pass, 3 steps/);
  });

  it('shows the run that was carried out last, not a draft from before it', async () => {
    const { planwright } = folder();
    await planwright(['import', 'run.json']);
    const { run } = document(await planwright(['run', 'plan.json', '--json', ...scripted]));
    expect(document(await planwright(['show', '--json']))).toMatchObject({ run, state: 'done' });
  });

  it('runs an ended plan again as a new run that names the old one', async () => {
    const { planwright } = folder();
    const first = document(await planwright(['run', 'plan.json', '--json', ...scripted]));
    const again = document(await planwright(['run', first.run, '--json', ...scripted]));
    expect(again).toMatchObject({ state: 'done', origin: { plan: first.run.replace('run-', 'plan-'), revision: 1 } });
  });

  it('is not taken in by escape sequences in answers', async () => {
    const { planwright } = createTestFolder({
      ...files,
      'evil.json': JSON.stringify({ otherwise: { text: '\u001b]0;owned\u0007\u001b[2Jfine\u009b31m' } }),
    });
    const { stdout } = await planwright(['run', 'plan.json', '--model', 'script:evil.json']);
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    expect(stdout).toContain('fine');
  });

  it('explains itself', async () => {
    const { planwright, root } = createTestFolder({ ...files, 'planwright.yaml': 'limits:\n  concurrency: 2\n' });
    const { exit, stdout } = await planwright(['doctor']);
    expect(exit).toBe(0);
    expect(stdout).toContain(`${join(root, 'planwright.yaml')}:2`);
    expect(stdout).toContain('offline (no key, no agent program and no model server was found)');
    expect(stdout).toContain('made by the first run');
    expect(stdout).toMatch(/runs in a sandbox|There is no sandbox/);
    expect(JSON.parse((await planwright(['doctor', '--json'])).stdout)).toMatchObject({ healthy: true });
    expect(existsSync(join(root, '.planwright'))).toBe(false);
  });
});

describe('the log', () => {
  it('goes to stderr only when a level is given, and to the file from info up', async () => {
    const test = folder();
    expect((await test.planwright(['run', 'plan.json', ...scripted])).stderr).toBe('');
    const args = ['run', 'plan.json', '--json', '--log-file', join(test.root, 'log.jsonl'), ...scripted];
    const { stderr } = await test.planwright([...args, '--log-level', 'warn']);
    expect(stderr).toBe('');
    const lines = readFileSync(join(test.root, 'log.jsonl'), 'utf8').trim().split('\n');
    const started = lines.map((line) => JSON.parse(line) as Record<string, unknown>).find(({ id }) => id === 'E3');
    expect(started).toMatchObject({ level: 'info', msg: 'plan step dispatching', agent: 'reviewer', attempt: 1 });
    expect(Object.keys(started!).slice(0, 3)).toEqual(['time', 'level', 'msg']);
    expect((await test.planwright([...args, '--log-level', 'debug'])).stderr).toContain('"msg":"plan approved"');
  });
});

describe('where the project is', () => {
  it.each([
    ['agents of its own', { '.planwright/agents/a.md': 'You read.' }],
    ['a list that was never written', { '.planwright/.gitignore': '' }],
  ])('is ignored by git before the first run, too, where its folder has %s', async (_what, already) => {
    const test = createTestFolder({ ...files, ...already });
    expect((await test.planwright(['run', 'plan.json', '--model', 'script:script.yaml'])).exit).toBe(0);
    expect(readFileSync(join(test.root, '.planwright', '.gitignore'), 'utf8')).toMatch(/^\*\n/);
  });

  it('is found from any folder below, and its state is ignored by git', async () => {
    const test = createTestFolder({ ...files, '.git/HEAD': 'ref: x', 'src/deep/x.ts': '' });
    const { exit } = await test.planwright(['run', '../../plan.json', '--model', 'script:../../script.yaml'], {
      cwd: join(test.root, 'src', 'deep'),
    });
    expect(exit).toBe(0);
    expect(readFileSync(join(test.root, '.planwright', '.gitignore'), 'utf8')).toMatch(/^\*\n[\s\S]*!agents\//);
    expect((await test.planwright(['list'], { cwd: join(test.root, 'src') })).stdout).toContain('Look around');
    expect((await test.planwright(['list', '--project', 'src'])).stdout).toContain('no runs in');
    expect((await test.planwright(['list'], { env: { PLANWRIGHT_PROJECT: join(test.root, 'src') } })).stdout).toContain(
      'no runs',
    );
  });
});
