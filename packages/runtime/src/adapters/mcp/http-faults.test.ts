import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readMcpServers } from '@planwright/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Tool } from '../../ports/tools.js';
import { connectMcpServers } from './connect-mcp-servers.js';
import type { McpLimits } from './mcp-limits.js';

type Message = {
  readonly id?: number;
  readonly method: string;
  readonly params?: { readonly protocolVersion?: string };
};
type Answer = (message: Message, response: ServerResponse, request: IncomingMessage) => void;

/** A server over HTTP that does everything right with one tool, `it`; `answer` may do otherwise for some methods. */
async function aServer(answer: Readonly<Record<string, Answer>> = {}): Promise<{ readonly url: string }> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (bytes: Buffer) => (body += bytes.toString()));
    request.on('end', () => {
      if (request.method !== 'POST') return response.writeHead(405).end();
      const message = JSON.parse(body) as Message;
      if (message.id === undefined) return response.writeHead(202).end();
      return (answer[message.method] ?? correct[message.method])?.(message, response, request);
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp` };
}

const json = (response: ServerResponse, id: number | undefined, result: object): unknown =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id, result }));

const correct: Readonly<Record<string, Answer>> = {
  initialize: ({ id, params }, response) =>
    json(response, id, {
      protocolVersion: params?.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'faulty', version: '1' },
    }),
  'tools/list': ({ id }, response) =>
    json(response, id, {
      tools: [{ name: 'it', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }],
    }),
  'tools/call': ({ id }, response) => json(response, id, { content: [{ type: 'text', text: 'done' }] }),
};

function connect(entry: object, limits: Partial<McpLimits> = {}) {
  const { servers } = readMcpServers({ mcpServers: { far: entry } }, { TOKEN: 'abcdefgh-1234' });
  const notes: string[] = [];
  const connections = connectMcpServers(servers, {
    root: '.',
    env: {},
    limits,
    onNote: ({ message }) => notes.push(message),
  });
  onTestFinished(() => connections.close());
  const tool = async (): Promise<Tool> => (await connections.tools())[0] ?? expect.fail(notes.join('\n'));
  return { ...connections, notes, call: async () => (await tool()).call({}, { signal: new AbortController().signal }) };
}

describe('a server over HTTP that cannot be used', () => {
  it('is not there', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    const { tools, notes } = connect({ url: `http://127.0.0.1:${port}/mcp` });
    expect(await tools()).toEqual([]);
    expect(notes).toEqual([expect.stringContaining('ECONNREFUSED')]);
  });

  it('wants another key: its words are told, ours are not', async () => {
    const { url } = await aServer({
      initialize: (_, response, request) => {
        response.writeHead(401).end(`who is ${request.headers.authorization ?? 'nobody'}?`);
      },
    });
    const { tools, notes } = connect({ url, headers: { Authorization: 'Bearer ${TOKEN}' } });
    expect(await tools()).toEqual([]);
    expect(notes.join()).toContain('HTTP 401: Error POSTing to endpoint: who is [redacted]?');
  });

  it('is no MCP server but a page', async () => {
    const { url } = await aServer({
      initialize: (_, response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>');
      },
    });
    const { tools, notes } = connect({ url });
    expect(await tools()).toEqual([]);
    expect(notes.join()).toContain('Unexpected content type: text/html');
  });

  it('sends us on to another address: nobody follows, and no header gets there', async () => {
    const visits: string[] = [];
    const other = await aServer({
      initialize: (_, response) => {
        visits.push('here');
        response.end();
      },
    });
    const { url } = await aServer({
      initialize: (_, response) => {
        response.writeHead(307, { location: other.url }).end();
      },
    });
    const { tools, notes } = connect({ url, headers: { Authorization: 'Bearer ${TOKEN}' } });
    expect(await tools()).toEqual([]);
    expect(notes).toHaveLength(1);
    expect(visits).toEqual([]);
  });
});

describe('a call over HTTP', () => {
  it('carries the configured headers', async () => {
    const { url } = await aServer({
      'tools/call': ({ id }, response, request) =>
        json(response, id, { content: [{ type: 'text', text: String(request.headers['x-level']) }] }),
    });
    expect(await connect({ url, headers: { 'X-Level': 'high' } }).call()).toEqual({ ok: true, text: 'high' });
  });

  it('is repeated with a new session when the server does not know the old one, even if it is external', async () => {
    let calls = 0;
    const { url } = await aServer({
      'tools/call': (message, response, request) => {
        calls += 1;
        if (calls === 1) response.writeHead(404).end('Session not found');
        else correct['tools/call']?.(message, response, request);
      },
    });
    const { call, notes } = connect({ url });
    expect(await call()).toEqual({ ok: true, text: 'done' });
    expect(notes).toEqual([expect.stringContaining('HTTP 404')]);
  });

  it('is turned away with the words of the server', async () => {
    const { url } = await aServer({
      'tools/call': (_, response) => {
        response.writeHead(403).end('not for you');
      },
    });
    expect((await connect({ url }).call()).text).toMatch(/^the server refused the call: HTTP 403.*not for you/);
  });

  it('is in doubt when the server fails in the middle of it', async () => {
    const { url } = await aServer({
      'tools/call': (_, response) => {
        response.writeHead(502).end('bad gateway');
      },
    });
    expect((await connect({ url }).call()).text).toMatch(/^in doubt .*HTTP 502/);
  });

  it('is in doubt when the connection is cut, and repeated when it only reads', async () => {
    let calls = 0;
    const { url } = await aServer({
      'tools/call': (message, response, request) => {
        calls += 1;
        if (calls % 2 === 1) request.socket.destroy();
        else correct['tools/call']?.(message, response, request);
      },
    });
    expect((await connect({ url }).call()).text).toMatch(/^in doubt/);
    expect(calls).toBe(1);
    calls = 0;
    expect(await connect({ url, trust: 'reads' }).call()).toEqual({ ok: true, text: 'done' });
  });

  it('ends in time when no answer comes', async () => {
    const { url } = await aServer({ 'tools/call': () => undefined });
    expect((await connect({ url }, { callMs: 200 }).call()).text).toMatch(/^in doubt .*within 200 ms/);
  });

  it.each([
    ['at once', 'application/json', ''],
    ['on a stream', 'text/event-stream', 'data: '],
  ])('fails when the answer comes %s and is beyond all bounds', async (_, type, start) => {
    const { url } = await aServer({
      'tools/call': (__, response) => {
        response.writeHead(200, { 'content-type': type }).end(`${start}"${'x'.repeat(300_000)}"\n\n`);
      },
    });
    const { ok, text } = await connect({ url }, { messageBytes: 100_000 }).call();
    expect(ok).toBe(false);
    expect(text).toContain('it sent a message of more than 100000 bytes');
  });
});
