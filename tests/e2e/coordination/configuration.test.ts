import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { buildProgram } from '../cli-process.js';
import { aTeamProject, type RunDocument, type Team, teamOf, writingPlan } from './a-team.js';

const built = buildProgram();
afterAll(built.remove);

const has = (text: string): unknown => expect.stringContaining(text);
const planning = 'orchestrator: { coordination: { enable_planning_mode: true } }\n';

/** Both propose the same, so that there is nothing to vote about. */
const agreeing = `replies:
  - { when: { label: propose }, repeat: true, tools: [{ name: new_answer, args: { plan: ${writingPlan('Write one.txt', ['one.txt'])} } }] }
  - { when: { label: E1 }, tools: [{ name: write, args: { path: one.txt, content: "1" } }] }
  - { when: { label: E1 }, text: one.txt is there }
  - { when: { agent: orchestrator }, text: It is written. }
`;

const files = { 'team.yaml': teamOf(2, planning), 'script.yaml': agreeing };

describe('a configuration that cannot be used', () => {
  it('is refused with everything that is wrong, before a run is there', async () => {
    const team = aTeamProject(built.program);
    const file = team.own({
      'team.yaml': `agents:
  - { id: a, backend: { type: geminni, cwd: work } }
  - { id: b, backend: { type: openai, cwd: work, mcp_servers: { x: { command: node, env: { KEY: "\${NOT_SET_ANYWHERE}" } } } } }
orchestrator:
  snapshot_storage: snapshots
  agent_temporary_workspace: temporary
  coordination: { max_orchestration_restarts: many }
`,
    });
    const { exit, stderr } = await team.planwright('coordinate', '--config', file, 'do it');
    expect(exit).toBe(2);
    expect(stderr).toContain('there is no backend "geminni"; did you mean "gemini"?');
    expect(stderr).toContain('this folder is also the folder of agents[0]');
    expect(stderr).toContain('NOT_SET_ANYWHERE');
    expect(stderr).toContain('orchestrator.coordination.max_orchestration_restarts');
    expect(team.isWritten('.planwright')).toBe(false);
  });

  it('is refused as an example that there is not, with the nearest name', async () => {
    const team = aTeamProject(built.program);
    const { exit, stderr } = await team.planwright('coordinate', '--config', '@examples/beetles', 'do it');
    expect(exit).toBe(2);
    expect(stderr).toContain('did you mean "@examples/beatles"?');
  });

  it('is refused when its agents are to answer in words and none of them has a model', async () => {
    const team = aTeamProject(built.program);
    const file = team.own({ 'team.yaml': 'agents:\n  - { id: a, backend: { type: offline } }\n' });
    const { exit, stderr } = await team.planwright('coordinate', '--config', file, 'do it');
    expect({ exit, stderr }).toMatchObject({
      exit: 2,
      stderr: has('set orchestrator.coordination.planning to "always"'),
    });
    expect(await team.json('list')).toEqual([]);
  });

  it('is refused when none was named', async () => {
    const { exit, stderr } = await aTeamProject(built.program).planwright('coordinate', 'do it');
    expect(exit).toBe(2);
    expect(stderr).toContain('--config is needed');
  });
});

describe('a configuration that lies in the repository', () => {
  it('does nothing until a person trusts it as it is, and the command for that is said', async () => {
    const team = aTeamProject(built.program, files);
    const coordinate = () => team.planwright('coordinate', '--config', 'team.yaml', '--json', 'Write one.txt');
    const refused = await coordinate();
    expect(refused.exit).toBe(2);
    expect(JSON.parse(refused.stdout)).toMatchObject({
      error: { code: 'settings-invalid', details: { hint: has('planwright trust team.yaml') } },
    });
    expect(await team.planwright('trust', 'team.yaml', '--yes')).toMatchObject({ exit: 0, stdout: has('team.yaml') });
    expect(await coordinate()).toMatchObject({ exit: 3 });
    team.write('team.yaml', `${teamOf(2, planning)}# changed\n`);
    expect(await coordinate()).toMatchObject({ exit: 2, stdout: has('nobody has trusted it as it is now') });
  });

  it('cannot be trusted by a path that leads out of it', async () => {
    const team = aTeamProject(built.program);
    const file = team.own(files);
    expect(await team.planwright('trust', file, '--yes')).toMatchObject({
      exit: 2,
      stderr: has('a file of this project'),
    });
  });
});

async function drafted(): Promise<{ readonly team: Team; readonly file: string; readonly run: string }> {
  const team = aTeamProject(built.program);
  const file = team.own(files);
  const { run, state } = await team.json<RunDocument>('coordinate', '--config', file, 'Write one.txt');
  expect(state).toBe('draft');
  return { team, file, run };
}

describe('a coordination that another process goes on with', () => {
  it('finds its agents again, and the winner carries its plan out', async () => {
    const { team, run } = await drafted();
    expect(await team.json('run', run, '--approve', 'auto')).toMatchObject({ state: 'done', exit: 0 });
    expect(team.fileOf(run, 'one.txt')).toBe('1');
  });

  it('is refused when the configuration has changed since, or is gone', async () => {
    const { team, file, run } = await drafted();
    team.own({ 'team.yaml': teamOf(3, planning) });
    expect(await team.planwright('approve', run, '--yes')).toMatchObject({ exit: 2, stderr: has('has changed since') });
    rmSync(file);
    expect(await team.planwright('resume', run)).toMatchObject({ exit: 2, stderr: has('is not there any more') });
    expect(await team.json('show', run)).toMatchObject({ state: 'draft', approval: null });
    team.own(files);
    expect(await team.json('approve', run, '--yes')).toMatchObject({ state: 'done' });
  });
});

describe('what people see', () => {
  it('is lines in a pipe, with the tally at the end', async () => {
    const team = aTeamProject(built.program);
    const { stdout } = await team.planwright('coordinate', '--config', '@examples/beatles', 'Describe two Beatles');
    expect(stdout).toContain('2 agents propose answers: planning is off');
    expect(stdout).toContain('agent_b votes for agent1.1: It has a year and songs');
    expect(stdout).toContain('┌ Restart: attempt 2 of 3\n│ Reason: Only John Lennon is described');
    expect(stdout).toContain('Chosen: agent1.1 of agent_a (it has the most votes)\n  agent1.1  2 votes');
    expect(stdout).toContain('Evaluated by agent_b: submit');
  });

  it('is kept in logs by attempt, with a status that is true, unless logging is off', async () => {
    const { team, run } = await drafted();
    const folder = join(team.root, '.planwright', 'logs', run);
    const status = JSON.parse(readFileSync(join(folder, 'status.json'), 'utf8')) as unknown;
    expect(status).toMatchObject({ run, phase: 'approve', attempt: 1, winner: { agent: 'a' }, outcome: null });
    expect(existsSync(join(folder, 'attempt-1', 'proposals', 'agent1.1.json'))).toBe(true);

    const silent = aTeamProject(built.program);
    const file = silent.own({ ...files, 'team.yaml': teamOf(2, `${planning}ui: { logging_enabled: false }\n`) });
    expect(await silent.json('coordinate', '--config', file, 'Write one.txt')).toMatchObject({ state: 'draft' });
    expect(silent.isWritten('.planwright/logs')).toBe(false);
  });

  it('is every proposal, ballot and receipt afterwards; a run with one planner has none', async () => {
    const { team, run } = await drafted();
    const shown = await team.json<{ attempts: readonly { full: readonly object[] }[]; receipts: readonly object[] }>(
      'show',
      run,
      '--ballots',
    );
    expect(shown.attempts[0]?.full).toMatchObject([{ proposal: 'agent1.1', plan: { goal: 'Write one.txt' } }, {}]);
    expect(shown.receipts).toHaveLength(2);
    const planned = await team.json<RunDocument>('plan', '--model', 'offline', 'where is the README?');
    expect(await team.planwright('show', planned.run, '--ballots')).toMatchObject({
      exit: 2,
      stderr: has('has one planner'),
    });
    expect(await team.planwright('show', '--ballots')).toMatchObject({ exit: 0, stderr: has(run) });
  });
});

describe('--agents', () => {
  const source = {
    'src/export.js': 'export function exportAll(items) {\n  return items.map((item) => item.name);\n}\n',
    'test/export.test.js': "import '../src/export.js';\n",
  };

  it('has agents without a model plan differently and vote by what the check says', async () => {
    const team = aTeamProject(built.program, source);
    const task = 'Add a --json flag to exportAll in src/export.js and cover it with a test';
    const draft = await team.json<RunDocument>(task, '--agents', '3', '--model', 'offline');
    expect(draft).toMatchObject({ state: 'draft', exit: 3 });
    const [attempt] = draft.coordination.attempts;
    expect(attempt?.agents.map(({ id }) => id)).toEqual(['smallest-change', 'test-first', 'risk-first']);
    expect(attempt?.chosen).toMatchObject({ rule: 'votes' });
    const shown = await team.json<{ attempts: readonly { full: readonly { hash: string }[] }[] }>(
      'show',
      draft.run,
      '--ballots',
    );
    expect(new Set(shown.attempts[0]?.full.map(({ hash }) => hash)).size).toBe(3);
    expect(await team.json('approve', draft.run, '--yes', '--no-wait')).toMatchObject({
      approval: { policy: 'person' },
    });
  });

  it('is refused with --dry-run: what agents say is kept', async () => {
    const { exit, stderr } = await aTeamProject(built.program).planwright('do it', '--agents', '2', '--dry-run');
    expect({ exit, stderr }).toMatchObject({ exit: 2, stderr: has('leave out --dry-run') });
  });

  it.each([
    ['1', 'expected a whole number from 2 to 9, found "1"'],
    ['many', 'expected a whole number from 2 to 9, found "many"'],
    ['6', 'without a model there are 5 ways to plan'],
  ])('is refused for %s', async (count, message) => {
    const team = aTeamProject(built.program);
    const { exit, stderr } = await team.planwright('do it', '--agents', count, '--model', 'offline');
    expect({ exit, stderr }).toMatchObject({ exit: 2, stderr: has(message) });
  });
});
