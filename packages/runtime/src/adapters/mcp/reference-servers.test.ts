import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { readMcpServers } from '@planwright/core';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Tool } from '../../ports/tools.js';
import { aProject } from '../../testing/temporary-project.js';
import { connectMcpServers, type McpNote } from './connect-mcp-servers.js';

const programOf = (name: string): string =>
  createRequire(import.meta.url).resolve(`@modelcontextprotocol/server-${name}/dist/index.js`);
const node = process.execPath;
const never = new AbortController().signal;

/** Connects to servers as a `.mcp.json` names them, until the test is over. */
function connect(mcpServers: object, options: { readonly root: string; readonly env?: NodeJS.ProcessEnv }) {
  const env = options.env ?? process.env;
  const { servers, problems } = readMcpServers({ mcpServers }, env);
  expect(problems).toEqual([]);
  const notes: McpNote[] = [];
  const connections = connectMcpServers(servers, { root: options.root, env, onNote: (note) => notes.push(note) });
  onTestFinished(() => connections.close());
  const tool = async (name: string): Promise<Tool> => {
    const found = (await connections.tools()).find(({ spec }) => spec.name === name);
    return found ?? expect.fail(`there is no ${name}: ${JSON.stringify(notes)}`);
  };
  return { ...connections, notes, tool };
}

describe('server-filesystem over stdio', () => {
  const files = { command: node, args: [programOf('filesystem'), '.'] };

  it('is started in the project, reads there and nowhere else', async () => {
    const root = await aProject({ 'notes.txt': 'the answer is 42' });
    const { tool } = connect({ files }, { root });
    const read = await tool('mcp__files__read_text_file');
    expect(await read.call({ path: 'notes.txt' }, { signal: never })).toEqual({ ok: true, text: 'the answer is 42' });
    const outside = await read.call({ path: '/etc/hostname' }, { signal: never });
    expect(outside.ok).toBe(false);
    expect(outside.text).toContain('outside allowed directories');
  });

  it('has its readers classed as reads where the configuration trusts it, and its writers never', async () => {
    const root = await aProject();
    const { tools } = connect({ files: { ...files, trust: 'reads' }, strangers: files }, { root });
    const classes = new Map((await tools()).map((tool) => [tool.spec.name, tool.class]));
    expect(classes.get('mcp__files__read_text_file')).toBe('reads');
    expect(classes.get('mcp__files__write_file')).toBe('external');
    expect(classes.get('mcp__strangers__read_text_file')).toBe('external');
  });

  it('says itself what is wrong with arguments of the wrong type', async () => {
    const { tool } = connect({ files }, { root: await aProject() });
    const result = await (await tool('mcp__files__read_text_file')).call({ path: 7 }, { signal: never });
    expect(result.ok).toBe(false);
    expect(result.text).toContain('expected string, received number');
  });

  it('offers what is allowed and not what is denied, and tools that help when one fails', async () => {
    const fallbacks = { read_text_file: ['list_directory', 'read'] };
    const { tools } = connect(
      {
        files: {
          ...files,
          allow: ['read_text_file', 'mcp__files__list_directory', 'move_file'],
          deny: ['move_file'],
          fallbacks,
        },
      },
      { root: await aProject() },
    );
    const offered = await tools();
    expect(offered.map(({ spec }) => spec.name)).toEqual(['mcp__files__read_text_file', 'mcp__files__list_directory']);
    expect(offered[0]?.fallbacks).toEqual(['mcp__files__list_directory', 'read']);
  });
});

describe('server-memory over stdio', () => {
  it('keeps what it is told between calls, in the folder of its own environment', async () => {
    const root = await aProject();
    const env = { MEMORY_FILE_PATH: join(root, 'memory.json') };
    const { tool } = connect({ memory: { command: node, args: [programOf('memory')], env } }, { root });
    const create = await tool('mcp__memory__create_entities');
    const entity = { name: 'Ada', entityType: 'person', observations: ['wrote the first program'] };
    expect(await create.call({ entities: [entity] }, { signal: never })).toMatchObject({ ok: true });
    const found = await (await tool('mcp__memory__search_nodes')).call({ query: 'Ada' }, { signal: never });
    expect(found.text).toContain('wrote the first program');
    expect(await readFile(env.MEMORY_FILE_PATH, 'utf8')).toContain('Ada');
  });
});

describe('server-everything over stdio', () => {
  const everything = { command: node, args: [programOf('everything'), 'stdio'] };

  it('is given the filtered environment and its own, and cannot show a secret of the configuration', async () => {
    const env = { PATH: process.env['PATH'], OUR_API_KEY: 'ours-0123456789', THEIR_TOKEN: 'theirs-0123456789' };
    const own = { ...everything, env: { THEIR_TOKEN: '${THEIR_TOKEN}', LEVEL: 'high' } };
    const { tool } = connect({ everything: own }, { root: await aProject(), env });
    const { text } = await (await tool('mcp__everything__get-env')).call({}, { signal: never });
    expect(JSON.parse(text)).toMatchObject({ THEIR_TOKEN: '[redacted]', LEVEL: 'high' });
    expect(text).not.toContain('OUR_API_KEY');
  });

  it('has its pictures and links described, and its structured results shown once', async () => {
    const { tool } = connect({ everything }, { root: await aProject() });
    const shownBy = async (name: string, args = {}): Promise<string> =>
      (await (await tool(`mcp__everything__${name}`)).call(args, { signal: never })).text;
    expect(await shownBy('get-tiny-image')).toMatch(/\(image, image\/png, about \d+ bytes; not shown\)/);
    expect(await shownBy('get-resource-links', { count: 2 })).toMatch(/\(a link to .*: demo:\/\//);
    const weather = await shownBy('get-structured-content', { location: 'New York' });
    expect(weather.match(/temperature/g)).toHaveLength(1);
  });
});

describe('server-everything over streamable HTTP', () => {
  it('is reached, called, and called again after it was restarted', async () => {
    const port = await freePort();
    const first = await startEverything(port);
    const url = `http://127.0.0.1:${port}/mcp`;
    const { tool, tools, status, notes } = connect({ remote: { type: 'http', url } }, { root: await aProject() });
    const sum = await tool('mcp__remote__get-sum');
    expect(await sum.call({ a: 2, b: 3 }, { signal: never })).toMatchObject({
      ok: true,
      text: expect.stringContaining('5') as string,
    });
    expect(await sum.facts({})).toMatchObject({ class: 'external', writes: [], host: `127.0.0.1:${port}` });
    expect(status()).toEqual([{ name: 'remote', type: 'http', state: 'connected' }]);

    await first.end();
    const away = await sum.call({ a: 2, b: 3 }, { signal: never });
    expect(away.ok).toBe(false);
    // Whether the request got out depends on when the end of the old socket is noticed.
    expect(away.text).toMatch(/nothing was done|in doubt/);
    await startEverything(port);
    expect(await sum.call({ a: 4, b: 5 }, { signal: never })).toMatchObject({
      ok: true,
      text: expect.stringContaining('9') as string,
    });
    expect((await tools()).length).toBeGreaterThan(5);
    expect(notes.map(({ message }) => message)).toEqual([expect.stringContaining('the connection ended')]);
  });

  it('dies in mid-call: whether the call had its effect is in doubt', async () => {
    const port = await freePort();
    const server = await startEverything(port);
    const { tool } = connect({ remote: { url: `http://127.0.0.1:${port}/mcp` } }, { root: await aProject() });
    const slow = await tool('mcp__remote__trigger-long-running-operation');
    const call = slow.call({ duration: 60, steps: 1 }, { signal: never });
    // Two to greet it, one for its tools, and the call.
    await server.received(4);
    await server.end();
    expect(await call).toMatchObject({ ok: false, text: expect.stringContaining('in doubt') as string });
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : expect.fail('no port');
}

type RunningServer = {
  /** Resolves when it has received this many messages. */
  readonly received: (count: number) => Promise<void>;
  readonly end: () => Promise<void>;
};

async function startEverything(port: number): Promise<RunningServer> {
  const child = spawn(node, [programOf('everything'), 'streamableHttp'], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (bytes: Buffer): void => {
    output += bytes.toString();
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const end = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  onTestFinished(end);
  await vi.waitUntil(() => output.includes('listening'), waiting);
  return {
    received: async (count) => {
      await vi.waitUntil(() => output.split('Received MCP POST').length > count, waiting);
    },
    end,
  };
}

const waiting = { timeout: 30_000, interval: 10 };
