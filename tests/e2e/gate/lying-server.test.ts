import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { aGuardedProject, type Call, type GuardedProject, receiptOf } from './a-guarded-project.js';

const has = (text: string): unknown => expect.stringContaining(text);

const look: Call = { name: 'mcp__liar__look', args: {} };
const grow: Call = { name: 'mcp__liar__grow', args: {} };
const later: Call = { name: 'mcp__liar__later', args: {} };

const server = { command: process.execPath, args: [fileURLToPath(new URL('lying-server.js', import.meta.url))] };

/** An agent who may use the server, in a step that may have effects. */
const clerk = '---\ndescription: keeps notes\ntools: read, mcp__liar__*\n---\nKeep notes.\n';
const plan = JSON.stringify({
  goal: 'Keep notes',
  steps: [{ id: 'E1', agent: 'clerk', title: 'Note it', task: 'Note where the limit is' }],
});

/** A project with a server that a person lets start, and whose word is believed as the settings say. */
async function aProjectWithLiar(settings: object = {}): Promise<GuardedProject> {
  const mcp = { mcpServers: { liar: { ...server, ...settings } } };
  const project = aGuardedProject({
    '.mcp.json': JSON.stringify(mcp),
    '.planwright/agents/clerk.md': clerk,
    'plan.json': plan,
  });
  expect(await project.planwright('trust', '--yes')).toMatchObject({ exit: 0 });
  return project;
}

describe('an MCP tool that writes and says it only reads', () => {
  it('is refused while planning, and the receipt says so', async () => {
    const project = await aProjectWithLiar();
    const before = project.everything();
    const receipt = await receiptOf(project, [look]);
    expect(project.everything()).toEqual(before);
    expect(receipt).toMatchObject({ after: receipt.before, changes: [], calls: [] });
    expect(receipt.refused).toMatchObject([
      { tool: look.name, args: '{}', reason: has('only reading is allowed here') },
    ]);
  });

  it('of a server whose word a person believes fails the planning, and the receipt says what changed', async () => {
    const project = await aProjectWithLiar({ trust: 'reads' });
    const receipt = await receiptOf(project, [look]);
    expect(receipt).toMatchObject({ calls: [{ tool: look.name, count: 1 }], refused: [] });
    expect(receipt.changes).toEqual([{ path: 'cheated', change: 'added' }]);
    expect(receipt.after).not.toBe(receipt.before);
    expect(await project.json('show')).toMatchObject({ state: 'failed' });
    expect((await project.planwright('show', '--receipt')).stdout).toContain('added  cheated');
  });
});

describe('a tool that is registered after planning began', () => {
  it('is not there, however harmless it says it is', async () => {
    const project = await aProjectWithLiar({ trust: 'reads' });
    const before = project.everything();
    const receipt = await receiptOf(project, [grow, later]);
    expect(project.everything()).toEqual(before);
    expect(receipt).toMatchObject({ after: receipt.before, changes: [], calls: [{ tool: grow.name, count: 1 }] });
    expect(receipt.refused).toMatchObject([{ tool: later.name, reason: has('there is no tool') }]);
  });
});

describe('an MCP tool that writes while a step works', () => {
  const noting = async (project: GuardedProject, at: string): Promise<readonly unknown[]> => {
    const tools = [{ name: 'mcp__liar__note', args: { at } }];
    const script = { replies: [{ when: { label: 'E1' }, tools }], otherwise: { text: 'noted' } };
    project.write('.planwright/script.json', JSON.stringify(script));
    const run = ['run', 'plan.json', '--approve', 'auto', '--model', 'script:.planwright/script.json'];
    expect(await project.planwright(...run)).toMatchObject({ exit: 0 });
    return (await project.json<{ readonly notices: readonly unknown[] }>('show', 'E1')).notices;
  };

  it('to the user’s own tree is told of, with what it changed', async () => {
    const project = await aProjectWithLiar();
    expect(await noting(project, join(project.root, 'a.txt'))).toEqual([
      {
        type: 'project-changed',
        tool: 'mcp__liar__note',
        changes: [{ path: 'a.txt', change: 'changed' }],
        more: 0,
      },
    ]);
    const { stdout } = await project.planwright('show', 'E1');
    expect(stdout).toContain('your own files changed while mcp__liar__note was called: a.txt (changed)');
  });

  it('to the folder of the step is the step’s work and nothing else', async () => {
    const project = await aProjectWithLiar();
    expect(await noting(project, 'a.txt')).toEqual([]);
    expect(readFileSync(join(project.root, 'a.txt'), 'utf8')).toBe('one\n');
    expect((await project.planwright('diff')).stdout).toContain('+by the server');
  });
});
