import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestFolder, type TestFolder } from '../testing/program-in.js';

const has = (text: string): unknown => expect.stringContaining(text);

const plan = JSON.stringify({
  task_summary: 'Find the limit',
  steps: [{ id: 'E1', agent: 'search', task: 'Find the limit of retries' }],
});

type Reply = Readonly<Record<string, unknown>>;

function folder(scripts: Readonly<Record<string, { replies?: readonly Reply[]; otherwise?: Reply }>>): TestFolder {
  const files = Object.entries(scripts).map(([name, script]): [string, string] => [
    `${name}.yaml`,
    stringify({ replies: [], ...script }),
  ]);
  const created = createTestFolder({ 'plan.json': plan, ...Object.fromEntries(files) });
  onTestFinished(() => rmSync(created.root, { recursive: true, force: true }));
  return created;
}

const answers = async ({ planwright }: TestFolder): Promise<unknown> => {
  const { stdout } = await planwright(['show', '--json']);
  return (JSON.parse(stdout) as { steps: { answer: string }[] }).steps.map(({ answer }) => answer);
};

describe('an agent with a model of its own', () => {
  it('asks that model, and the run’s for everybody else', async () => {
    const project = folder({
      main: { otherwise: { text: 'from main' } },
      own: { otherwise: { text: 'from its own' } },
    });
    const run = ['run', 'plan.json', '--model', 'script:main.yaml'];
    await project.planwright(run, { env: { PLANWRIGHT_AGENT_SEARCH_MODEL: 'script:own.yaml' } });
    expect(await answers(project)).toEqual(['from its own']);
    await project.planwright(run);
    expect(await answers(project)).toEqual(['from main']);
  });

  it('may be the planner', async () => {
    const project = folder({ main: { otherwise: { text: 'no plan' } }, own: { otherwise: { text: plan } } });
    const drafted = await project.planwright(['plan', 'Find the limit', '--model', 'script:main.yaml'], {
      env: { PLANWRIGHT_AGENT_PLANNER_MODEL: 'script:own.yaml' },
    });
    expect(drafted).toMatchObject({ exit: 0, stdout: has('Find the limit of retries') });
  });

  it('is refused before anything is asked when its model is none', async () => {
    const project = folder({ main: { otherwise: { text: 'from main' } } });
    const ended = await project.planwright(['run', 'plan.json', '--model', 'script:main.yaml'], {
      env: { PLANWRIGHT_AGENT_SEARCH_MODEL: 'antropic:x' },
    });
    expect(ended).toMatchObject({ exit: 2, stderr: has('antropic') });
  });
});

describe('what a failed step taught', () => {
  it('is kept, and told to the planner of a task like it', async () => {
    const failing = { name: 'step_failed', args: { reason: 'the index is missing', next: 'abort' } };
    const project = folder({
      fails: { otherwise: { tools: [failing] } },
      planner: {
        replies: [{ when: { agent: 'planner', contains: 'the index is missing' }, text: plan }],
        otherwise: { text: 'nothing was taught' },
      },
    });
    expect(await project.planwright(['run', 'plan.json', '--model', 'script:fails.yaml'])).toMatchObject({ exit: 1 });
    expect(await project.planwright(['lessons'])).toMatchObject({ stdout: has('the index is missing') });
    const drafted = await project.planwright(['plan', 'Find the limit of retries', '--model', 'script:planner.yaml']);
    expect(drafted).toMatchObject({ exit: 0, stdout: has('Find the limit of retries') });
  });
});

describe('output of a tool that is too long for an agent', () => {
  it('is kept whole in a file', async () => {
    const search = { name: 'search', args: { text: 'needle' } };
    const project = folder({
      main: { replies: [{ when: { label: 'E1' }, tools: [search] }], otherwise: { text: 'seen' } },
    });
    const line = `needle ${'x'.repeat(280)}`;
    project.write('hay.txt', Array.from({ length: 600 }, () => line).join('\n'));
    await project.planwright(['run', 'plan.json', '--model', 'script:main.yaml']);
    const [kept = ''] = readdirSync(join(project.root, '.planwright/outputs'));
    expect(readFileSync(join(project.root, '.planwright/outputs', kept), 'utf8').length).toBeGreaterThan(24 * 1024);
  });
});

describe('planwright show --prompt', () => {
  it('is a step that nobody here can do, ready for an agent of one’s own', async () => {
    const project = folder({});
    project.write(
      'change.json',
      JSON.stringify({
        task_summary: 'Change it',
        steps: [{ id: 'E1', agent: 'coder', task: 'Raise the limit to 5' }],
      }),
    );
    expect(await project.planwright(['run', 'change.json', '--approve', 'auto', '--model', 'offline'])).toMatchObject({
      exit: 3,
    });
    const { stdout } = await project.planwright(['show', 'E1', '--prompt']);
    expect(stdout).toContain('Raise the limit to 5');
    expect(stdout).toMatch(/planwright done run-\w+ E1 --answer/);
    const inJson = JSON.parse((await project.planwright(['show', 'E1', '--prompt', '--json'])).stdout) as unknown;
    expect(inJson).toMatchObject({ step: 'E1', prompt: stdout.trimEnd() });
  });
});

describe('planwright check --review', () => {
  const review = JSON.stringify({
    findings: [{ dimension: 'completeness', severity: 'critical', step: 'E1', message: 'nobody looks at the tests' }],
  });

  it('adds what the reviewer finds to what the rules found', async () => {
    const project = folder({ main: { otherwise: { text: review } } });
    expect(await project.planwright(['check', 'plan.json'])).toMatchObject({ exit: 0 });
    expect(await project.planwright(['check', 'plan.json', '--review', '--model', 'script:main.yaml'])).toMatchObject({
      exit: 1,
      stdout: has('nobody looks at the tests'),
    });
  });

  it('stands on the rules, and says so, where the review cannot be read', async () => {
    const project = folder({ main: { otherwise: { text: 'It is fine.' } } });
    expect(await project.planwright(['check', 'plan.json', '--review', '--model', 'script:main.yaml'])).toMatchObject({
      exit: 0,
      stderr: has('no model reviewed the plan'),
    });
  });

  it('needs a model', async () => {
    const ended = await folder({}).planwright(['check', 'plan.json', '--review', '--model', 'offline']);
    expect(ended).toMatchObject({ exit: 2, stderr: has('--review asks a model, and there is none') });
  });
});
