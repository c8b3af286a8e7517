import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { buildProgram } from '../cli-process.js';
import { aTeamProject, type ReceiptDocument, type RunDocument, type Team, teamOf } from './a-team.js';

const built = buildProgram();
afterAll(built.remove);

const has = (text: string): unknown => expect.stringContaining(text);
const planning = 'coordination: { enable_planning_mode: true }';
const call = (name: string, args: object): object => ({ name, args });
const says = (agent: string, label: string, ...tools: readonly object[]): object => ({ when: { agent, label }, tools });

/** A plan without commands, so that its steps only write. */
const plan = (goal: string, paths: readonly string[]) => ({
  goal,
  steps: paths.map((path) => ({
    title: `Write ${path}`,
    task: `Write ${path}.`,
    files: [{ path, action: 'create' }],
    implementation: ['Write the file'],
    criteria: [`${path} holds 1 line`],
  })),
});
const proposing = (agent: string, goal: string, ...paths: readonly string[]): object =>
  says(agent, 'propose', call('new_answer', { plan: plan(goal, paths) }));
const voting = (agent: string, proposal: string): object =>
  says(agent, 'vote', call('vote', { proposal, reason: 'fine' }));
const writing = (agent: string, label: string, path: string): readonly object[] => [
  says(agent, label, call('write', { path, content: 'written\n' })),
  { when: { agent, label }, text: `${path} was dealt with` },
];
const closing = { when: { agent: 'orchestrator' }, repeat: true, text: 'It is done.' };

function scriptOf(...replies: readonly object[]): string {
  return JSON.stringify({ replies });
}

describe('paths that agents are shown', () => {
  const files = { 'src/main.txt': 'main\n', 'docs/guide.txt': 'guide\n' };

  function teamWith(contextPaths: string, script: string): { readonly team: Team; readonly file: string } {
    const team = aTeamProject(built.program, files);
    const orchestrator = `orchestrator:\n  ${planning}\n  context_paths:\n${contextPaths}`;
    return { team, file: team.own({ 'team.yaml': teamOf(1, orchestrator), 'script.yaml': script }) };
  }

  it('are read outside the project, through the gate, and nothing beside them is', async () => {
    const { team, file } = teamWith('', '');
    const notes = team.own({ 'notes/words.txt': 'the word is elderberry\n', 'other.txt': 'secret\n' });
    const at = (path: string): string => join(notes, '..', path);
    team.own({
      'team.yaml': teamOf(1, `orchestrator:\n  ${planning}\n  context_paths: [{ path: ${at('notes')} }]\n`),
      'script.yaml': scriptOf(
        says('a', 'propose', call('read', { path: at('notes/words.txt') })),
        says('a', 'propose', call('read', { path: at('other.txt') })),
        says('a', 'propose', call('write', { path: at('notes/words.txt'), content: 'x' })),
        proposing('a', 'Write one.txt', 'one.txt'),
      ),
    });
    const checked = await team.json<{ warnings: readonly { message: string }[] }>('config', 'check', file);
    expect(checked.warnings).toMatchObject([{ message: 'lies outside the project; agents are shown it all the same' }]);
    const { run } = await team.json<RunDocument>('coordinate', '--config', file, 'Write one.txt');
    const [receipt] = await team.json<readonly ReceiptDocument[]>('show', run, '--receipt');
    expect(receipt).toMatchObject({
      calls: [{ tool: 'read', count: 1 }],
      refused: [
        { tool: 'read', reason: has('is absolute') },
        { tool: 'write', reason: has('is not a path within the workspace') },
      ],
    });
  });

  const contextPaths = '    - { path: src, permission: write, protected_paths: [main.txt] }\n    - { path: docs }\n';

  it('are written only where it is allowed: reading stays reading, and what is protected is never written', async () => {
    const paths = ['src/new.txt', 'src/main.txt', 'docs/guide.txt', 'other.txt'];
    const { goal, steps } = plan('Write all', paths);
    const { team, file } = teamWith(
      contextPaths,
      scriptOf(
        // Steps that name no files were approved for any.
        says(
          'a',
          'propose',
          call('new_answer', { plan: { goal, steps: steps.map((step) => ({ ...step, files: [] })) } }),
        ),
        ...paths.flatMap((path, place) => writing('a', `E${place + 1}`, path)),
        closing,
      ),
    );
    const done = await team.json<RunDocument>('coordinate', '--config', file, '--approve', 'auto', 'Write all');
    expect(done).toMatchObject({ state: 'done' });
    expect(paths.map((path) => team.fileOf(done.run, path))).toEqual(['written\n', 'main\n', 'guide\n', 'written\n']);
    const { stdout } = await team.planwright('events', done.run, '--json');
    expect(stdout).toContain('\\"src/main.txt\\" is protected (protected_paths: src/main.txt)');
    expect(stdout).toContain('\\"docs/guide.txt\\" may only be read (context_paths: docs)');
  });

  it('are found in a plan that names them for writing, before anybody approves it', async () => {
    const { team, file } = teamWith(contextPaths, scriptOf(proposing('a', 'Write it', 'src/main.txt')));
    const coordinated = await team.planwright('coordinate', '--config', file, '--approve', 'auto', 'Write it');
    expect(coordinated).toMatchObject({ exit: 3, stdout: has('"src/main.txt" is protected') });
  });

  it('are not kept either where a command of the plan changed them', async () => {
    const step = {
      title: 'Change it',
      task: 'Change src/main.txt.',
      implementation: ['Change the file'],
      criteria: ['`cp docs/guide.txt src/main.txt` succeeds'],
      verify: ['cp docs/guide.txt src/main.txt'],
    };
    const { team, file } = teamWith(
      '    - { path: src, permission: write, protected_paths: [main.txt] }\n',
      scriptOf(
        says('a', 'propose', call('new_answer', { plan: { goal: 'Change it', steps: [step] } })),
        says('a', 'E1', call('shell', { command: 'cp docs/guide.txt src/main.txt' })),
        { when: { agent: 'a', label: 'E1' }, repeat: true, text: 'changed' },
        closing,
      ),
    );
    const ended = await team.json<RunDocument>('coordinate', '--config', file, '--approve', 'auto', 'Change it');
    expect(ended).toMatchObject({ state: 'failed', exit: 1 });
    expect(await team.planwright('report', ended.run)).toMatchObject({
      stdout: has('"src/main.txt" is protected (protected_paths: src/main.txt)'),
    });
    expect(team.fileOf(ended.run, 'src/main.txt')).toBeUndefined();
  });

  it('cannot be outside the project for writing: that is said before anything is asked', async () => {
    const { team, file } = teamWith('    - { path: .., permission: write }\n', scriptOf());
    expect(await team.planwright('coordinate', '--config', file, 'Write it')).toMatchObject({
      exit: 2,
      stderr: has('leads out of the project; agents change nothing there'),
    });
  });
});

describe('somebody who edits files while agents talk', () => {
  it('has them asked again, and nobody is left out for it', async () => {
    const team = aTeamProject(built.program);
    const file = team.own({
      'team.yaml': teamOf(2, `orchestrator: { ${planning} }\n`),
      'script.yaml': scriptOf(
        // When its refusal is told, somebody looks on who knows how the files were before.
        says('a', 'propose', call('write', { path: 'one.txt', content: 'too early' })),
        { ...proposing('a', 'Write one.txt', 'one.txt'), delayMs: 1000 },
        // Whether it was looking when the file changed, nobody knows.
        { ...proposing('b', 'Write two.txt', 'two.txt'), repeat: true },
        proposing('a', 'Write one.txt', 'one.txt'),
        voting('a', 'agent2.1'),
        voting('b', 'agent1.1'),
      ),
    });
    const child = team.start('coordinate', '--config', file, 'Write it');
    await child.says('write refused');
    writeFileSync(join(team.root, 'README.md'), '# An edited project\n');
    const { exit, stdout } = await child.ended;
    expect(stdout).toContain('asked again (files changed during propose, which may only look: README.md (changed))');
    expect(exit).toBe(3);
    const [attempt] = (await team.json<RunDocument>('show')).coordination.attempts;
    expect(attempt).toMatchObject({ chosen: { proposal: 'agent1.1' } });
    expect(attempt?.agents.map(({ retiredBecause, refusals }) => ({ retiredBecause, refusals }))).toEqual(
      ['a', 'b'].map(() => ({ retiredBecause: null, refusals: [] })),
    );
  });
});

describe('a presenter that only writes', () => {
  it('is rolled back and started again after a kill: nothing of it is in doubt', async () => {
    const team = aTeamProject(built.program);
    const script = (more: object): string =>
      scriptOf(
        proposing('a', 'Write two files', 'one.txt', 'two.txt'),
        ...writing('a', 'E1', 'one.txt'),
        says('a', 'E2', call('write', { path: 'two.txt', content: 'half of it' })),
        { when: { agent: 'a', label: 'E2' }, text: 'two.txt is there', ...more },
        closing,
      );
    const file = team.own({
      'team.yaml': teamOf(1, `orchestrator: { ${planning} }\n`),
      'script.yaml': script({ delayMs: 600_000 }),
    });
    const child = team.start('coordinate', '--config', file, '--approve', 'auto', 'Write two files');
    await child.says('E2 started');
    child.kill('SIGKILL');
    await child.ended;
    team.own({ 'script.yaml': script({}) });
    const [listed] = await team.json<readonly { readonly id: string }[]>('list');
    const done = await team.json<RunDocument>('run', listed?.id ?? '', '--approve', 'auto');
    expect(done).toMatchObject({ state: 'done', exit: 0, holds: [] });
    expect(done.steps).toMatchObject([
      { label: 'E1', status: 'done', tries: 1 },
      { label: 'E2', status: 'done', tries: 2 },
    ]);
    expect(team.commitsOf(done.run)).toHaveLength(2);
    expect(team.fileOf(done.run, 'two.txt')).toBe('half of it');
  });
});
