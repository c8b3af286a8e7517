import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Notice, ToolClass } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import type { ToolCall } from '../../ports/model.js';
import type { ToolResult } from '../../ports/tools.js';
import { aRequest } from '../../testing/a-request.js';
import { aProject } from '../../testing/temporary-project.js';
import { createToolbox } from '../../toolbox.js';
import { createShellTool } from '../tools/shell-tool.js';
import { createWriteTool } from '../tools/write-tool.js';
import { type AgentReport, aScriptedAgent, reportIn, thenReport, toolsThat } from './testing/a-scripted-agent.js';

type Situation = {
  readonly agentName?: string;
  readonly root: string;
  readonly access?: ToolClass;
  readonly gate?: (call: ToolCall, signal: AbortSignal) => Promise<ToolResult> | ToolResult;
};

type Outcome = AgentReport & { readonly calls: readonly ToolCall[]; readonly notices: readonly Notice[] };

/** What comes of the agent's requests in a turn. */
async function whenAgentAsks(
  { root, access = 'external', gate = () => ({ ok: true, text: 'done' }), agentName = 'scripted' }: Situation,
  ...actions: readonly Readonly<Record<string, unknown>>[]
): Promise<Outcome> {
  const { tools, calls } = toolsThat(gate);
  const notices: Notice[] = [];
  const agent = aScriptedAgent({ name: agentName, turns: thenReport(...actions) }, { root });
  const { text } = await agent.reply(aRequest({ workplace: { root, access, tools } }), {
    signal: new AbortController().signal,
    onNotice: (notice) => notices.push(notice),
  });
  return { ...reportIn(text), calls, notices };
}

describe('a file the agent asks to read', () => {
  it('is given as it is, or by lines', async () => {
    const root = await aProject({ 'src/a.txt': 'one\ntwo\r\nthree\n' });
    const path = 'src/a.txt';
    const { results, calls } = await whenAgentAsks({ root }, { read: { path } }, { read: { path, line: 2, limit: 1 } });
    expect(results.map(({ ok }) => ok)).toEqual([{ content: 'one\ntwo\r\nthree\n' }, { content: 'two\r\n' }]);
    expect(calls).toEqual([]);
  });

  it('is read from the copy when the turn may only read', async () => {
    const root = await aProject({ 'a.txt': 'one' });
    const { results, cwd } = await whenAgentAsks({ root, access: 'reads' }, { read: { path: 'a.txt' } });
    expect(results).toEqual([{ ok: { content: 'one' } }]);
    expect(cwd).not.toBe(root);
  });

  it('is told as missing in the way agents expect', async () => {
    const { results } = await whenAgentAsks({ root: await aProject() }, { read: { path: 'a.txt' } });
    expect(results).toMatchObject([{ code: -32002 }]);
  });

  it('is told as empty to an agent that would take the truth for a broken disk', async () => {
    const situation = { root: await aProject(), agentName: 'gemini-cli' };
    const { results } = await whenAgentAsks(situation, { read: { path: 'a.txt' } }, { read: { path: '../a.txt' } });
    expect(results).toMatchObject([{ ok: { content: '' } }, { error: expect.stringContaining('outside') as string }]);
  });

  it('is refused outside the workplace, links included', async () => {
    const outside = await aProject({ 'secret.txt': 'secret' });
    const root = await aProject();
    await symlink(join(outside, 'secret.txt'), join(root, 'link.txt'));
    const { results, notices } = await whenAgentAsks(
      { root },
      { read: { path: join(outside, 'secret.txt') } },
      { read: { path: '../secret.txt' } },
      { read: { path: 'link.txt' } },
    );
    expect(results.map(({ error }) => error)).toEqual(
      Array(3).fill(expect.stringContaining('is outside the workplace')),
    );
    expect(notices).toHaveLength(3);
  });

  it('is refused when it is no text', async () => {
    const root = await aProject();
    await writeFile(join(root, 'a.bin'), Buffer.from([1, 0, 2]));
    const { results } = await whenAgentAsks({ root }, { read: { path: 'a.bin' } });
    expect(results).toMatchObject([{ error: expect.stringContaining('a.bin is not a text file') as string }]);
  });
});

describe('a file the agent asks to write', () => {
  const write = { write: { path: 'src/b.txt', content: 'new' } };

  it('is written by our own tool, behind the gate', async () => {
    const { calls, results } = await whenAgentAsks({ root: await aProject(), access: 'writes' }, write);
    expect(calls).toMatchObject([{ name: 'write', args: { path: 'src/b.txt', content: 'new' } }]);
    expect(results).toMatchObject([{ ok: {} }]);
  });

  it('is refused with the words of the gate', async () => {
    const gate = (): ToolResult => ({ ok: false, text: 'src/b.txt is not among the files of this step' });
    const { results } = await whenAgentAsks({ root: await aProject(), access: 'writes', gate }, write);
    expect(results).toMatchObject([{ error: expect.stringContaining('not among the files of this step') as string }]);
  });

  it('does not even reach the gate when the turn may only read', async () => {
    const { calls, results, notices } = await whenAgentAsks({ root: await aProject(), access: 'reads' }, write);
    expect(calls).toEqual([]);
    expect(results).toMatchObject([
      { error: expect.stringContaining('it writes, and this turn only reads') as string },
    ]);
    expect(notices).toMatchObject([{ type: 'call-refused', tool: 'write', class: 'writes' }]);
  });

  it('does not reach the gate outside the workplace, links included', async () => {
    const outside = await aProject({ 'a.txt': 'theirs' });
    const root = await aProject();
    await symlink(outside, join(root, 'folder'));
    await symlink(join(outside, 'not-there.txt'), join(root, 'to-nothing.txt'));
    const paths = [join(outside, 'a.txt'), 'folder/a.txt', 'folder/new.txt', 'to-nothing.txt'];
    const { calls, results } = await whenAgentAsks(
      { root, access: 'writes' },
      ...paths.map((path) => ({ write: { path, content: 'mine' } })),
    );
    expect(calls).toEqual([]);
    expect(results.map(({ error }) => error)).toEqual(
      paths.map(() => expect.stringContaining('is outside the workplace') as string),
    );
    expect(await readFile(join(outside, 'a.txt'), 'utf8')).toBe('theirs');
  });
});

describe('a command the agent asks to run', () => {
  const terminal = { terminal: { command: 'npm', args: ['run', 'it is'] } };

  it('is run by our own shell tool, behind the gate', async () => {
    const gate = (): ToolResult => ({ ok: true, text: 'exit code 3\n2 tests failed' });
    const { calls, results } = await whenAgentAsks({ root: await aProject(), gate }, terminal);
    expect(calls).toMatchObject([{ name: 'shell', args: { command: "npm run 'it is'" } }]);
    expect(results.map(({ ok }) => ok)).toMatchObject([
      { terminalId: 'terminal-1' },
      { exitCode: 3 },
      { output: '2 tests failed', truncated: false, exitStatus: { exitCode: 3 } },
      {},
    ]);
  });

  it('shows the words of the gate when it is refused', async () => {
    const gate = (): ToolResult => ({ ok: false, text: 'curl reaches beyond the workspace' });
    const { results } = await whenAgentAsks({ root: await aProject(), gate }, terminal);
    expect(results[2]?.ok).toMatchObject({ output: 'curl reaches beyond the workspace', exitStatus: { exitCode: 1 } });
  });

  it('shows the end of what it printed, as much as the agent wants', async () => {
    const gate = (): ToolResult => ({ ok: true, text: 'äöü' });
    const limited = { terminal: { command: 'ls', outputByteLimit: 3 } };
    const { results } = await whenAgentAsks({ root: await aProject(), gate }, limited);
    expect(results[2]?.ok).toMatchObject({ output: 'ü', truncated: true });
  });

  it('is stopped when the agent kills it', async () => {
    const untilStopped = (_: ToolCall, signal: AbortSignal): Promise<ToolResult> =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
    const { results } = await whenAgentAsks(
      { root: await aProject(), gate: untilStopped },
      { terminal: { command: 'sleep', args: ['1000'], kill: true } },
    );
    expect(results[2]?.ok).toMatchObject({ signal: 'SIGKILL' });
  });

  it('does not reach the gate in another folder than the workplace', async () => {
    const root = await aProject({ 'src/a.txt': '' });
    const elsewhere = { terminal: { command: 'ls', cwd: join(root, 'src') } };
    const { calls, results } = await whenAgentAsks({ root }, elsewhere, { terminal: { command: 'ls', cwd: root } });
    expect(results[0]?.error).toContain('commands run in');
    expect(calls).toHaveLength(1);
  });
});

describe('a permission the agent asks for', () => {
  const options = [
    { optionId: 'always', name: 'Always', kind: 'allow_always' },
    { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
    { optionId: 'no', name: 'No', kind: 'reject_once' },
    { optionId: 'never', name: 'Never', kind: 'reject_always' },
  ];
  const asking = (kind: string | undefined, more: object = {}): Readonly<Record<string, unknown>> => ({
    permission: { toolCall: { toolCallId: '1', title: 'Do it', ...(kind ? { kind } : {}), ...more }, options },
  });
  const kinds = [
    'read',
    'search',
    'think',
    'edit',
    'delete',
    'move',
    'execute',
    'fetch',
    'switch_mode',
    'other',
    undefined,
  ];
  const answers = async (access: ToolClass): Promise<readonly unknown[]> => {
    const { results } = await whenAgentAsks({ root: await aProject(), access }, ...kinds.map((kind) => asking(kind)));
    return results.map(({ ok }) => (ok as { outcome: { optionId: string } }).outcome.optionId);
  };

  it.each([
    ['reads', 3],
    ['writes', 6],
    ['external', 11],
  ] as const)(
    'is given once and never for good, by what the tool does, when the turn has access "%s"',
    async (access, given) => {
      expect(await answers(access)).toEqual(kinds.map((_, place) => (place < given ? 'yes' : 'no')));
    },
  );

  it('is refused for a path outside the workplace, and the refusal is told', async () => {
    const root = await aProject();
    const outside = asking('read', { locations: [{ path: join(root, 'a.txt') }, { path: join(root, '..', 'b.txt') }] });
    const { results, notices } = await whenAgentAsks({ root }, outside);
    expect(results).toMatchObject([{ ok: { outcome: { outcome: 'selected', optionId: 'no' } } }]);
    expect(notices).toMatchObject([
      { tool: 'read', args: '{"title":"Do it"}', reason: 'it touches a path outside the workplace' },
    ]);
  });

  it('is cancelled when there is no way to answer for this once only', async () => {
    const forGood = { permission: { toolCall: { toolCallId: '1', kind: 'read' }, options: [options[0]] } };
    const { results } = await whenAgentAsks({ root: await aProject() }, forGood);
    expect(results).toEqual([{ ok: { outcome: { outcome: 'cancelled' } } }]);
  });
});

describe('the gate itself, with our own tools behind it', () => {
  it('lets through what the policy allows and nothing else', async () => {
    const root = await aProject({ 'a.txt': 'kept\n' });
    const policy = { class: 'writes', files: ['src/'], commands: [], hosts: 'any', otherwise: 'refuse' } as const;
    const box = createToolbox({
      tools: [createWriteTool(root), createShellTool({ root, environment: process.env })],
      policy,
      onNotice: () => undefined,
    });
    const { results } = await whenAgentAsks(
      { root, access: 'writes', gate: box.call },
      { write: { path: 'src/b.txt', content: 'new' } },
      { write: { path: 'a.txt', content: 'lost' } },
      { terminal: { command: 'cat', args: ['a.txt'] } },
      { terminal: { command: 'rm a.txt' } },
    );
    expect(results[0]).toMatchObject({ ok: {} });
    expect(results[1]).toMatchObject({ error: expect.stringContaining('a.txt') as string });
    expect(results[4]?.ok).toMatchObject({ output: 'kept', exitStatus: { exitCode: 0 } });
    expect(results[8]?.ok).toMatchObject({ exitStatus: { exitCode: 1 } });
    expect(await readFile(join(root, 'a.txt'), 'utf8')).toBe('kept\n');
    expect(await readFile(join(root, 'src/b.txt'), 'utf8')).toBe('new');
  });
});
