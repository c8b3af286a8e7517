import { afterAll, describe, expect, it } from 'vitest';
import { buildProgram } from '../cli-process.js';
import { aTeamProject, type ReceiptDocument, type RunDocument, type Team } from './a-team.js';

const built = buildProgram();
afterAll(built.remove);

const aProject = (): Team => aTeamProject(built.program);

function coordinate(team: Team, name: string, task: string): Promise<RunDocument> {
  return team.json('coordinate', '--config', `@examples/${name}`, '--approve', 'auto', task);
}

const reading = new Set(['read', 'list', 'search', 'symbols', 'git', 'mcp__social__search_posts']);

/** Every receipt: nothing changed, and nothing but reading was carried out, by however many agents. */
async function expectNoEffect(team: Team, run: string): Promise<readonly ReceiptDocument[]> {
  const receipts = await team.json<readonly ReceiptDocument[]>('show', run, '--receipt');
  for (const { changes, calls } of receipts) {
    expect(changes).toEqual([]);
    expect(calls.filter(({ tool }) => !reading.has(tool))).toEqual([]);
  }
  return receipts;
}

const refusedOf = (receipts: readonly ReceiptDocument[]): readonly string[] =>
  receipts.flatMap(({ agent, refused }) => refused.map(({ tool }) => `${agent} ${tool}`));

describe('the stories of the seed, told by scripted agents', () => {
  it('project structure: B wins with two votes, and its plan is carried out once', async () => {
    const team = aProject();
    const done = await coordinate(team, 'project_structure', 'Create src/, tests/, and docs/ directories');
    expect(done).toMatchObject({ state: 'done', exit: 0 });
    expect(done.coordination.attempts).toMatchObject([
      {
        chosen: { proposal: 'agent2.1', agent: 'agent_b', rule: 'votes' },
        tally: [
          { proposal: 'agent1.1', votes: 1 },
          { proposal: 'agent2.1', votes: 2 },
          { proposal: 'agent3.1', votes: 0 },
        ],
        dissent: [{ agent: 'agent_b' }],
      },
    ]);
    expect(refusedOf(await expectNoEffect(team, done.run))).toEqual(['agent_c write']);
    expect(team.fileOf(done.run, 'src/__init__.py')).toBe('');
    expect(team.fileOf(done.run, 'tests/__init__.py')).toBe('');
    expect(team.fileOf(done.run, 'docs/README.md')).toBe('# Documentation\n');
    expect(team.fileOf(done.run, 'src/too_early.py')).toBeUndefined();
    expect(team.commitsOf(done.run)).toHaveLength(3);
    expect(team.isWritten('src')).toBe(false);
  });

  it('output.txt: three agents want to write the same file, and only the winner’s content is written', async () => {
    const team = aProject();
    const done = await coordinate(team, 'output_txt', 'Create output.txt with a greeting');
    expect(done).toMatchObject({ state: 'done', exit: 0 });
    const refused = refusedOf(await expectNoEffect(team, done.run));
    expect([...refused].sort()).toEqual(['agent_a write', 'agent_b write', 'agent_c shell']);
    expect(team.fileOf(done.run, 'output.txt')).toBe('Y\n');
    expect(team.commitsOf(done.run)).toHaveLength(1);
  });

  it('Beatles: an answer that leaves one out is judged by another agent, and the second attempt has both', async () => {
    const team = aProject();
    const task = 'Describe two Beatles members: John Lennon and Paul McCartney';
    const done = await coordinate(team, 'beatles', task);
    expect(done).toMatchObject({ state: 'done', exit: 0, reason: null, steps: [] });
    expect(done.coordination.attempts).toMatchObject([
      { evaluation: { verdict: 'restart', evaluator: 'agent_b' }, restart: null },
      {
        restart: { reason: 'Only John Lennon is described, Paul McCartney is missing' },
        chosen: { agent: 'agent_a', rule: 'votes' },
        evaluation: { verdict: 'submit', evaluator: 'agent_b' },
      },
    ]);
    expect(done.answer).toContain('Paul McCartney (born 1942)');
    await expectNoEffect(team, done.run);
  });

  it('three files: the restart plans only what is missing, and nothing is written twice', async () => {
    const team = aProject();
    const task = 'Create three Python files: main.py, utils.py, and tests.py';
    const done = await coordinate(team, 'three_files', task);
    expect(done).toMatchObject({ state: 'done', exit: 0, revision: 2 });
    expect(done.coordination.attempts).toMatchObject([
      { evaluation: { verdict: 'restart', evaluator: 'agent_b', reason: 'tests.py is missing' } },
      { chosen: { rule: 'only' }, evaluation: { verdict: 'submit' } },
    ]);
    expect(done.steps.map(({ label, status, tries }) => ({ label, status, tries }))).toEqual(
      ['E1', 'E2', 'E3'].map((label) => ({ label, status: 'done', tries: 1 })),
    );
    expect(team.commitsOf(done.run)).toHaveLength(3);
    for (const path of ['main.py', 'utils.py', 'tests.py']) expect(team.fileOf(done.run, path)).toContain('greeting');
    await expectNoEffect(team, done.run);
  });

  it('microservice: a silent agent is left out, and the winner takes in a step that two ballots ask for', async () => {
    const team = aProject();
    const done = await coordinate(
      team,
      'microservice',
      'Create a Python microservice project with src/, tests/, docker/, and docs/ directories. Add starter files.',
    );
    expect(done).toMatchObject({ state: 'done', exit: 0 });
    const [attempt] = done.coordination.attempts;
    expect(attempt).toMatchObject({ chosen: { proposal: 'agent2.2', agent: 'builder', graftOf: 'agent2.1' } });
    expect(attempt?.agents.find(({ id }) => id === 'writer')).toMatchObject({ status: 'retired' });
    for (const path of ['src/service.py', 'docker/Dockerfile', 'docs/README.md', 'tests/test_service.py'])
      expect(team.fileOf(done.run, path)).toBeDefined();
    await expectNoEffect(team, done.run);
  });

  it('weather: nobody calls the service before the plan is approved, and then each city is asked for once', async () => {
    const team = aProject();
    const task = 'Fetch weather data for San Francisco, New York, and London. Compare temperatures.';
    const draft = await team.json<RunDocument>('coordinate', '--config', '@examples/weather', task);
    expect(draft).toMatchObject({ state: 'draft', reason: 'approval', exit: 3 });
    expect(draft.coordination.attempts).toMatchObject([{ chosen: { agent: 'agent_b', rule: 'votes' } }]);
    expect(refusedOf(await expectNoEffect(team, draft.run))).toEqual(['agent_a mcp__weather__get_forecast']);
    expect(team.record('weather')).toEqual([]);

    const done = await team.json<RunDocument>('approve', draft.run, '--yes');
    expect(done).toMatchObject({ state: 'done', exit: 0 });
    expect(done.answer).toContain('San Francisco is the warmest');
    const asked = team.record('weather').map(({ city }) => city);
    expect([...asked].sort()).toEqual(['London', 'New York', 'San Francisco']);
  });

  it('social posting: agents may search while they plan; each post is published once, also across a restart', async () => {
    const team = aProject();
    const done = await coordinate(team, 'social_posting', 'Analyze recent posts about AI and post a summary');
    expect(done).toMatchObject({ state: 'done', exit: 0 });
    expect(done.coordination.attempts).toHaveLength(2);
    expect(refusedOf(await expectNoEffect(team, done.run))).toEqual(['agent_b mcp__social__publish_post']);
    expect(team.record('social').filter(({ tool }) => tool === 'publish_post')).toEqual([
      { tool: 'publish_post', text: 'AI this week: faster local models, agents that check each other.' },
      { tool: 'publish_post', text: 'Source: a new paper on agents that check each other.' },
    ]);
  });
});
