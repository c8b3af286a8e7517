import { afterAll, describe, expect, it } from 'vitest';
import { buildProgram, createRepository } from './cli-process.js';
import { atTerminal } from './cli-terminal.js';

const built = buildProgram();
afterAll(built.remove);

const plan = JSON.stringify({
  task_summary: 'Look around',
  steps: [
    { id: 'E1', agent: 'search', task: 'Find the limit' },
    { id: 'E2', agent: 'shell', task: 'Run `node --version`', deps: ['E1'] },
  ],
});
const slow = `replies: [{ when: { label: E1 }, text: found, delayMs: 60000 }]\n`;
const quick = `otherwise: { text: found }\n`;

describe('a person at a terminal', () => {
  it('sees the commands, approves with a key, watches, and gets the report', async () => {
    const { root, planwright } = createRepository(built.program, { 'plan.json': plan, 'script.yaml': quick });
    const terminal = atTerminal(built.program, root, ['run', 'plan.json', '--model', 'script:script.yaml']);
    await terminal.sees('It may run these commands, and no others:');
    await terminal.sees('approve and start');
    terminal.type('a');
    const { exit, screen } = await terminal.ended;
    expect(exit).toBe(0);
    expect(screen).toContain('All done: 2 of 2 steps carried out');
    expect(JSON.parse((await planwright('show', '--json')).stdout)).toMatchObject({
      approval: { policy: 'person' },
      settings: { supervised: true, onFailure: 'pause' },
    });
  });

  it('may leave the question open', async () => {
    const { root } = createRepository(built.program, { 'plan.json': plan });
    const terminal = atTerminal(built.program, root, ['run', 'plan.json']);
    await terminal.sees('approve and start');
    terminal.type('q');
    const { exit, screen } = await terminal.ended;
    expect([exit, screen]).toEqual([3, expect.stringContaining('planwright approve run-')]);
  });

  it('may stop with Ctrl-C while steps are under way', async () => {
    const { root, planwright } = createRepository(built.program, { 'plan.json': plan, 'script.yaml': slow });
    const argv = ['run', 'plan.json', '--approve', 'auto', '--model', 'script:script.yaml'];
    const terminal = atTerminal(built.program, root, argv);
    await terminal.sees('RUNNING');
    terminal.type('\u0003');
    const { exit, screen } = await terminal.ended;
    expect([exit, screen]).toEqual([130, expect.stringContaining('go on with: planwright run run-')]);
    expect((await planwright('events')).stdout).toContain('E1 interrupted');
  });

  it('may stop with Ctrl-C at a question', async () => {
    const { root, planwright } = createRepository(built.program, { 'plan.json': plan });
    await planwright('import', 'plan.json');
    const terminal = atTerminal(built.program, root, ['approve']);
    await terminal.sees('Approve exactly this? [y/N]');
    terminal.type('\u0003');
    expect((await terminal.ended).exit).toBe(130);
  });
});
