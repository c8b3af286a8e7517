import { afterAll, describe, expect, it } from 'vitest';
import { buildProgram } from '../cli-process.js';
import { atTerminal } from '../cli-terminal.js';
import { noKeys } from '../models/greeting-project.js';
import { aTeamProject } from './a-team.js';

const built = buildProgram();
afterAll(built.remove);

describe('a coordination at a terminal', () => {
  it('shows columns, the tally and the card; after a restart the banner, and everything once more', async () => {
    const { root } = aTeamProject(built.program);
    const task = 'Create three Python files: main.py, utils.py, and tests.py';
    const terminal = atTerminal(built.program, root, ['coordinate', '--config', '@examples/three_files', task], noKeys);
    await terminal.sees('agent2 agent_b');
    await terminal.sees('Chosen: agent1.1 of agent_a (it has the most votes)');
    await terminal.sees('0 of 2 done');
    terminal.type('a');
    await terminal.sees('┌ Restart: attempt 2 of 3');
    await terminal.sees('Instructions: Create tests.py, which tests greeting() of utils.py.');
    await terminal.sees('2 of 3 done');
    terminal.type('a');
    const { exit, screen } = await terminal.ended;
    expect(screen).toContain('Evaluated by agent_b: submit');
    expect(exit).toBe(0);
  });

  it('asks nobody where a policy approves: also the plan of a second attempt', async () => {
    const { root } = aTeamProject(built.program);
    const argv = ['coordinate', '--config', '@examples/three_files', '--approve', 'auto', 'Create three Python files'];
    const { exit, screen } = await atTerminal(built.program, root, argv, noKeys).ended;
    expect(screen).toContain('┌ Restart: attempt 2 of 3');
    expect(screen).toContain('3 of 3 done');
    expect(screen).toContain('Evaluated by agent_b: submit');
    expect(exit).toBe(0);
  });

  it('is lines and plain questions where the configuration asks for a simple display', async () => {
    const { root } = aTeamProject(built.program, { 'src/greet.js': 'export const greet = () => "hello";\n' });
    const task = 'Add a name to greet in src/greet.js';
    const argv = ['coordinate', '--config', '@examples/two_agents_offline', task];
    const terminal = atTerminal(built.program, root, argv, noKeys);
    await terminal.sees('round 2, 2 proposals to vote on');
    await terminal.sees('Approve exactly this plan and run it?');
    terminal.type('n\r');
    expect(await terminal.ended).toMatchObject({ exit: 3 });
  });
});
