import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { buildProgram, type Ended } from '../cli-process.js';
import { serveDeeds } from './deeds.js';
import { aGreetingProject, deeds, plan, type Project } from './greeting-project.js';
import { acpAgentOf, claudeOf } from './stand-ins.js';
import { dataOf, runLog } from './run-log.js';

const built = buildProgram();
afterAll(built.remove);

const has = (text: string): unknown => expect.stringContaining(text);
const secret = 'acme-0123456789-abcdef';

/** A project whose files hold a key that is also in the environment. */
function aProject(): Project {
  return aGreetingProject(built.program, {
    files: { 'README.md': `# Greeting\n\nIt says "Hello, friend".\nkey: ${secret}\n` },
    env: { ACME_API_KEY: secret },
    programs: claudeOf(deeds),
  });
}

type Modelled = (project: Project) => string | Promise<string>;
const onServer: Modelled = async () => (await serveDeeds(deeds)).model;

/** What a run was recorded in. */
const cassetteOf = ({ home }: Project): string => join(home, 'run.yaml');

async function record(
  project: Project,
  modelled: Modelled,
  what: readonly string[] = ['run', 'plan.json'],
): Promise<void> {
  const model = await modelled(project);
  const flags = ['--approve', 'auto', '--model', model, '--record', cassetteOf(project)];
  expect(await project.planwright(...what, ...flags)).toMatchObject({ exit: 0, stderr: '' });
}

function replay(project: Project, what: readonly string[] = ['run', 'plan.json']): Promise<Ended> {
  return project.planwright(...what, '--approve', 'auto', '--model', `script:${cassetteOf(project)}`);
}

async function reportOf({ planwright }: Project): Promise<string> {
  return (await planwright('report')).stdout
    .replaceAll(/\d+(?:\.\d+)? m?s\b/g, 'a while')
    .replaceAll(/run-\w+/g, 'run');
}

/** All that any tool or command would need is gone or spoilt. */
function spoil({ root, write }: Project): void {
  rmSync(join(root, 'README.md'));
  write('greeting.js', 'nothing of the kind');
  write(
    'check.js',
    `import { writeFileSync } from 'node:fs';\nwriteFileSync('${join(root, 'ran')}', '');\nprocess.exit(1);\n`,
  );
}

describe('a recorded run', () => {
  const everybody: readonly { readonly who: string; readonly modelled: Modelled }[] = [
    { who: 'a model behind a server', modelled: onServer },
    { who: 'an agent of the Agent Client Protocol', modelled: () => acpAgentOf(deeds) },
    { who: 'an agent program in print mode', modelled: () => 'command:claude' },
  ];

  it.each(everybody)(
    'of $who plays back to the same events and report, and nothing is carried out',
    async ({ modelled }) => {
      const project = aProject();
      await record(project, modelled);
      const before = { ...(await runLog(project)), report: await reportOf(project) };
      spoil(project);
      expect(await replay(project)).toMatchObject({ exit: 0 });
      const after = await runLog(project);
      expect(after.told).toEqual(withoutWork(before.told));
      expect(await reportOf(project)).toBe(before.report);
      expect(existsSync(join(project.root, 'ran'))).toBe(false);
    },
  );

  it('holds no secret', async () => {
    const project = aProject();
    await record(project, onServer);
    const text = readFileSync(cassetteOf(project), 'utf8');
    expect(text).toContain('It says \\"Hello, friend\\"');
    expect(text).not.toContain(secret);
  });

  it('includes the planning', async () => {
    const project = aProject();
    const task = ['make the greeting friendly', '--plan'];
    await record(project, async () => (await serveDeeds({ ...deeds, planning: { answer: plan } })).model, task);
    const before = await runLog(project);
    // As somewhere else: what is remembered is not looked at again, and that would be told.
    rmSync(join(project.root, '.planwright/explorations'), { recursive: true });
    expect(await replay(project, task)).toMatchObject({ exit: 0 });
    expect((await runLog(project)).told).toEqual(withoutWork(before.told));
  });

  it('includes what was replaced on the way', async () => {
    const project = aProject();
    project.write('script.yaml', 'otherwise: { text: said by the second }\n');
    await record(project, async () => `${(await serveDeeds(deeds, { breaksAt: 10 })).model},script:script.yaml`);
    const before = dataOf((await runLog(project)).events, 'notice.recorded');
    expect(before).toHaveLength(3);
    expect(await replay(project)).toMatchObject({ exit: 0, stdout: has('said by the second') });
    expect(dataOf((await runLog(project)).events, 'notice.recorded')).toEqual(before);
  });
});

describe('a replay', () => {
  it('of another plan stops with the first difference', async () => {
    const project = aProject();
    await record(project, onServer);
    project.write('other.json', plan.replace('say what has to change"', 'say what is missing"'));
    const ended = await replay(project, ['run', 'other.json']);
    expect(ended.exit).toBe(1);
    expect(ended.stdout).toMatch(/the run differs from script:.*run\.yaml at E3, try 1, turn 1:/);
    expect(ended.stdout).toMatch(/recorded: .* and say what has to change\n *found: .* and say what is missing/);
    expect(dataOf((await runLog(project)).events, 'step.failed')[0]).toMatchObject({
      error: { code: 'replay-diverged', retryable: false },
    });
  });

  it('is all of a chain or nothing, and is not recorded again', async () => {
    const project = aProject();
    await record(project, onServer);
    const model = `script:${cassetteOf(project)}`;
    const chained = await project.planwright('run', 'plan.json', '--model', `${model},command:claude`);
    expect(chained).toMatchObject({ exit: 2, stderr: has('it plays by itself, not in a chain') });
    const again = await project.planwright('run', 'plan.json', '--model', model, '--record', 'again.yaml');
    expect(again).toMatchObject({ exit: 2, stderr: has('is a recording already') });
    expect(await project.json('list')).toHaveLength(1);
  });
});

describe('recording', () => {
  it('never overwrites what is no recording', async () => {
    const project = aProject();
    const ended = await project.planwright('run', 'plan.json', '--model', 'command:claude', '--record', 'README.md');
    expect(ended).toMatchObject({
      exit: 2,
      stderr: has('it exists and is no recording; name a file that does not exist'),
    });
    expect(readFileSync(join(project.root, 'README.md'), 'utf8')).toContain('# Greeting');
    expect(await project.json('list')).toEqual([]);
  });

  it('is refused where no model is asked', async () => {
    const project = aProject();
    const ended = await project.planwright('run', 'plan.json', '--model', 'offline', '--record', cassetteOf(project));
    expect(ended).toMatchObject({ exit: 2, stderr: has('offline asks none') });
  });
});

/** What was written is in no recording: nothing is carried out, so nothing is changed. */
function withoutWork(told: Readonly<Record<string, readonly unknown[]>>): unknown {
  return JSON.parse(JSON.stringify(told), (key, value: unknown) => (key === 'work' ? undefined : value));
}
