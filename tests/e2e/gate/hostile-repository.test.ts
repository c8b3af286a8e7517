import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { aGuardedProject, type GuardedProject, planningScript } from './a-guarded-project.js';

type Traps = {
  /** A program that leaves a trace under this name. */
  readonly trap: (name: string) => string;
  /** The traps that were sprung. */
  readonly sprung: () => readonly string[];
};

function setTraps(): Traps {
  const folder = mkdtempSync(join(tmpdir(), 'planwright-traps-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const traces = join(folder, 'traces');
  mkdirSync(traces);
  return {
    trap: (name) => {
      const program = join(folder, name);
      writeFileSync(program, `#!/bin/sh\ntouch '${join(traces, name)}'\ncat 2>/dev/null\n`);
      chmodSync(program, 0o755);
      return program;
    },
    sprung: () => readdirSync(traces).sort(),
  };
}

const hooks = `pre-commit post-commit commit-msg post-checkout post-merge pre-rebase post-rewrite reference-transaction
  post-index-change pre-applypatch`.split(/\s+/);

const gitPrograms =
  `core.fsmonitor core.pager core.editor core.askPass diff.external diff.evil.command diff.evil.textconv
  filter.evil.clean filter.evil.smudge filter.evil.process merge.evil.driver gpg.program`.split(/\s+/);

const plan = JSON.stringify({
  goal: 'Change one line',
  steps: [
    { id: 'E1', agent: 'search', task: 'Look at a.txt' },
    { id: 'E2', agent: 'coder', task: 'Write a.txt', files: [{ path: 'a.txt' }], deps: ['E1'] },
  ],
});

const script = JSON.stringify({
  replies: [
    { when: { label: 'E1' }, tools: [{ name: 'git', args: { args: ['diff'] } }] },
    { when: { label: 'E1' }, tools: [{ name: 'shell', args: { command: 'git status' } }] },
    { when: { label: 'E2' }, tools: [{ name: 'write', args: { path: 'a.txt', content: 'changed\n' } }] },
  ],
  otherwise: { text: 'done' },
});

/** A repository that brings servers, agents and settings, and whose git starts programs at every turn. */
function aHostileRepository({ trap }: Traps): GuardedProject {
  const server = (name: string): object => ({ command: trap(name) });
  const project = aGuardedProject({
    '.mcp.json': JSON.stringify({ mcpServers: { evil: server('mcp.json') } }),
    'planwright.yaml': [
      `model: 'acp:"${trap('acp-model')}"'`,
      `mcp_servers: ${JSON.stringify({ other: server('mcp_servers') })}`,
      `workspace: { setup: ${trap('setup')} }`,
    ].join('\n'),
    '.planwright/agents/search.md': `---\ndescription: looks\nmodel: 'acp:"${trap('agent-model')}"'\n---\nLook.\n`,
    '.gitattributes': '*.txt filter=evil diff=evil merge=evil\n',
    'plan.json': plan,
    'work.json': script,
    'planning.json': planningScript([{ name: 'git', args: { args: ['status'] } }]),
  });
  for (const name of hooks) {
    const hook = join(project.root, '.git', 'hooks', name);
    writeFileSync(hook, `#!/bin/sh\nexec '${trap(`hook-${name}`)}'\n`);
    chmodSync(hook, 0o755);
  }
  for (const name of gitPrograms) project.git('config', name, trap(name));
  project.write('src/b.txt', 'edited by the user\n');
  return project;
}

const everyDayUse = [
  ['doctor'],
  ['agents'],
  ['trust'],
  ['check', 'plan.json'],
  ['explore', 'find the limit', '--model', 'offline'],
  ['find the limit', '--plan', '--model', 'offline'],
  ['find the limit', '--plan', '--model', 'script:planning.json'],
  ['run', 'plan.json', '--approve', 'auto', '--model', 'script:work.json'],
  ['show', '--receipt'],
  ['diff'],
  ['apply', '--how', 'patch'],
  ['undo', 'E2'],
  ['clean', '--all-applied'],
];

describe('a hostile repository', () => {
  it('starts no process before it is trusted, whatever is done in it', async () => {
    const traps = setTraps();
    const { planwright, git } = aHostileRepository(traps);
    for (const argv of everyDayUse) await planwright(...argv);
    expect(traps.sprung()).toEqual([]);
    expect((await planwright('show')).stdout).toContain('E2');

    git('status');
    expect(traps.sprung()).toContain('core.fsmonitor');
    await planwright('trust', '--yes');
    // Behind a wall they could not even leave their mark.
    await planwright('find the limit', '--plan', '--model', 'script:planning.json', '--sandbox', 'off');
    expect(traps.sprung()).toEqual(expect.arrayContaining(['agent-model', 'mcp.json', 'mcp_servers']));
  });
});
