import { readFile, realpath } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { readMcpServers } from '@planwright/core';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { aProject } from '../../testing/temporary-project.js';
import { connectMcpServers, type McpConnections } from './connect-mcp-servers.js';

const { signal } = new AbortController();

/** A server whose one tool tells where it runs, and which process it is. */
const server = `
  const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
  const on = {
    initialize: ({ params }) => ({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } }),
    'tools/list': () => ({ tools: [{ name: 'where', description: 'tells', inputSchema: { type: 'object' } }] }),
    'tools/call': () => ({ content: [{ type: 'text', text: process.cwd() + ' ' + process.pid }] }),
  };
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const message = JSON.parse(line);
    if (on[message.method]) send({ id: message.id, result: on[message.method](message) });
  });`;

/** A program that keeps to the roots it is told, whatever folder it was started with. */
const filesystem = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-filesystem/dist/index.js');

async function aConnection(
  more: object = {},
): Promise<{ readonly root: string; readonly connections: McpConnections }> {
  const root = await realpath(await aProject());
  const mcpServers = { one: { command: process.execPath, args: ['-e', server], ...more } };
  const { servers } = readMcpServers({ mcpServers }, {});
  const connections = connectMcpServers(servers, { root, env: process.env, onNote: () => undefined });
  onTestFinished(connections.close);
  return { root, connections };
}

async function whereAt(connections: McpConnections, root: string): Promise<readonly string[]> {
  const [tool] = await connections.toolsAt(root);
  return ((await tool?.call({}, { signal }))?.text ?? '').split(' ');
}

describe('an MCP server that is a program', () => {
  it('works in the folder of the step that calls it, and stays there for the next', async () => {
    const { root, connections } = await aConnection();
    const place = await realpath(await aProject());
    const [cwd, pid] = await whereAt(connections, place);
    expect(cwd).toBe(place);
    expect(await whereAt(connections, place)).toEqual([place, pid]);
    expect((await whereAt(connections, root))[0]).toBe(root);
  });

  it('is not started there before a tool of it is called', async () => {
    const { connections } = await aConnection();
    const [tool] = await connections.toolsAt('/no/such/place');
    expect(tool?.class).toBe('external');
    expect(await tool?.facts({})).toMatchObject({ class: 'external' });
    expect(await tool?.call({}, { signal })).toMatchObject({ ok: false });
  });

  it('is where the configuration says, whoever calls it', async () => {
    const own = await realpath(await aProject());
    const { connections } = await aConnection({ cwd: own });
    const [cwd, pid] = await whereAt(connections, await aProject());
    expect(cwd).toBe(own);
    expect(await whereAt(connections, await aProject())).toEqual([own, pid]);
  });

  it('is told the folder of the step as its root, and writes nothing in the project if it keeps to that', async () => {
    const project = await realpath(await aProject({ 'a.txt': 'one' }));
    const { connections } = await aConnection({ args: [filesystem, project] });
    const place = await realpath(await aProject());
    const tools = await connections.toolsAt(place);
    const call = (name: string, args: Readonly<Record<string, unknown>> = {}) =>
      tools.find(({ spec }) => spec.name === `mcp__one__${name}`)?.call(args, { signal });
    const writing = (folder: string) => call('write_file', { path: join(folder, 'a.txt'), content: 'two' });
    // It asks for its roots once it was greeted, and answers calls meanwhile.
    await vi.waitFor(async () => expect((await call('list_allowed_directories'))?.text).toContain(place));
    expect(await writing(place)).toMatchObject({ ok: true });
    expect(await writing(project)).toMatchObject({ ok: false });
    expect(await readFile(join(project, 'a.txt'), 'utf8')).toBe('one');
  });

  it('ends with all that was started', async () => {
    const { connections } = await aConnection();
    const [, pid] = await whereAt(connections, await aProject());
    await connections.close();
    expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH');
  });
});
