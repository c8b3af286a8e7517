import { afterAll, describe, expect, it } from 'vitest';
import { aFaultServer } from '../../../packages/runtime/src/adapters/models/testing/fault-server.js';
import { buildProgram, type Ended } from '../cli-process.js';
import { aGreetingProject, noKeys, type Project, type ProjectOptions } from './greeting-project.js';
import { dataOf, type RunLog, runLog } from './run-log.js';
import { hangingAcpAgent, hangingClaude } from './stand-ins.js';
import { aWitness } from './witness.js';

const built = buildProgram();
afterAll(built.remove);

const has = (text: string): unknown => expect.stringContaining(text);

const looking = JSON.stringify({
  task_summary: 'Look at the greeting',
  steps: [{ id: 'E1', agent: 'search', task: 'Find the greeting' }],
});
const judging = looking.replace('search', 'reviewer');

/** A project with a plan of one step that only looks. */
function aProject({ files, programs = {} }: Omit<ProjectOptions, 'env'> = {}): Project {
  const plans = { 'look.json': looking, 'judge.json': judging };
  return aGreetingProject(built.program, { files: { ...plans, ...files }, env: noKeys, programs });
}

type Ran = Ended & RunLog;

async function run(project: Project, ...argv: readonly string[]): Promise<Ran> {
  const ended = await project.planwright('run', ...argv);
  return { ...ended, ...(await runLog(project)) };
}

/** One step on a model that replies with these one after another, and at last that it is done. */
function runOn(...replies: readonly object[]): Promise<Ran> {
  const project = aProject({
    files: { 'script.json': JSON.stringify({ replies, otherwise: { text: 'well done' } }) },
  });
  return run(project, 'look.json', '--model', 'script:script.json');
}

const failureOf = ({ events }: RunLog): unknown => dataOf(events, 'step.failed').at(-1)?.['error'];
const transcriptOf = ({ events }: RunLog): unknown => dataOf(events, 'step.succeeded').at(-1)?.['transcript'];

describe('a model that cannot be had', () => {
  it('under an unknown name is refused before anything happens, with the name that was meant', async () => {
    const { planwright, json } = aProject();
    expect(await planwright('run', 'look.json', '--model', 'antropic:claude-sonnet-4-5')).toMatchObject({
      exit: 2,
      stderr: has('did you mean "anthropic:claude-sonnet-4-5"?'),
    });
    expect(await json('list')).toEqual([]);
  });

  const missing = [
    { what: 'its key', model: 'anthropic:claude-sonnet-4-5', reason: 'ANTHROPIC_API_KEY' },
    { what: 'its program', model: 'command:opencode', reason: 'opencode was not found on the PATH' },
    { what: 'its agent', model: 'acp:no-such-agent --acp', reason: 'is it installed and on the PATH?' },
  ];

  it.each(missing)('for want of $what fails its step at once, and says what to do', async ({ model, reason }) => {
    const ran = await run(aProject(), 'look.json', '--model', model);
    expect([ran.exit, ran.statuses]).toEqual([1, { E1: 'failed' }]);
    expect(failureOf(ran)).toMatchObject({ code: 'model-unavailable', message: has(reason), retryable: false });
    expect(dataOf(ran.events, 'step.started')).toHaveLength(1);
  });

  it('leaves to offline what offline can do, and hands over the rest', async () => {
    const model = ['--model', 'anthropic:claude-sonnet-4-5,offline'];
    const looked = await run(aProject(), 'look.json', ...model);
    expect([looked.exit, looked.stdout]).toEqual([0, has('greeting.js:1')]);
    const judged = await run(aProject(), 'judge.json', ...model);
    expect([judged.exit, judged.statuses]).toEqual([3, { E1: 'pending' }]);
    expect(judged.stdout).toMatch(/E1 handed over: no model replied, .*ANTHROPIC_API_KEY/);
  });
});

describe('a model that does not do what it should', () => {
  it('is told what is wrong with its calls, and goes on', async () => {
    const tools = [
      { name: 'read', args: { path: 42 } },
      { name: 'read', args: {} },
      { name: 'fly', args: { to: 'the moon' } },
      { name: 'write', args: { path: 'greeting.js', content: '' } },
      { name: 'step_done', args: { answer: 7 } },
    ];
    const ran = await runOn({ tools });
    expect([ran.exit, ran.statuses]).toEqual([0, { E1: 'done' }]);
    for (const told of [
      'expected string, received number',
      'there is no tool "fly"',
      'there is no tool "write"',
      'step_done needs',
    ])
      expect(transcriptOf(ran)).toContain(told);
  });

  it('is stopped when it repeats a call that fails', async () => {
    const ran = await runOn({ tools: [{ name: 'read', args: { path: 'nowhere.js' } }], repeat: true });
    expect([ran.exit, failureOf(ran)]).toEqual([1, expect.objectContaining({ message: has('failed three times') })]);
  });

  it('and never ends its step is reminded, then tried again, then failed', async () => {
    const ran = await runOn({ text: 'I think so', tools: [], repeat: true });
    expect(ran.exit).toBe(1);
    expect(failureOf(ran)).toMatchObject({ code: 'step-incomplete', message: has('without step_done or step_failed') });
    expect(dataOf(ran.events, 'step.started')).toHaveLength(3);
  });

  it('and gives no plan has failed the planning', async () => {
    const { planwright } = aProject({ files: { 'script.json': '{ "otherwise": { "text": "what plan?" } }' } });
    const ended = await planwright('make it friendly', '--plan', '--model', 'script:script.json');
    expect(ended).toMatchObject({ exit: 1, stdout: has("No plan could be made: the planner's plan cannot be used") });
  });
});

describe('a model that hangs', () => {
  it('behind a server is given up when the time of the step is over', async () => {
    const { url } = await aFaultServer(() => undefined);
    const limits = ['--step-timeout', '1s', '--max-attempts', '1'];
    const ran = await run(aProject(), 'look.json', '--model', `compatible:${url}/v1#m`, ...limits);
    expect([ran.exit, failureOf(ran)]).toEqual([4, expect.objectContaining({ code: 'step-timeout' })]);
  });

  const agents = {
    'an agent program': (port: number) => ({ model: 'command:claude', programs: hangingClaude(port) }),
    'an agent of the Agent Client Protocol': (port: number) => ({ model: hangingAcpAgent(port), programs: {} }),
  };

  it.each(Object.entries(agents))(
    'and is %s is ended with all it started when its time is over',
    async (_who, agent) => {
      const witness = await aWitness();
      const { model, programs } = agent(witness.port);
      const limits = ['--step-timeout', '2s', '--max-attempts', '1'];
      const running = run(aProject({ programs }), 'look.json', '--model', model, ...limits);
      await witness.sees(2);
      const ran = await running;
      expect([ran.exit, failureOf(ran)]).toEqual([4, expect.objectContaining({ code: 'step-timeout' })]);
      await witness.sees(0);
    },
  );

  it.each(Object.entries(agents))('and is %s is ended with all it started by Ctrl-C', async (_who, agent) => {
    const witness = await aWitness();
    const { model, programs } = agent(witness.port);
    const project = aProject({ programs });
    const child = project.start('run', 'look.json', '--model', model);
    await witness.sees(2);
    child.kill('SIGINT');
    expect(await child.ended).toMatchObject({ exit: 130, stderr: has('go on with: planwright run run-') });
    await witness.sees(0);
    expect((await runLog(project)).events.at(-1)?.type).toBe('step.interrupted');
  });
});
