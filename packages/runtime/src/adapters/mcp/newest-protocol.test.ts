import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { readMcpServers } from '@planwright/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectMcpServers } from './connect-mcp-servers.js';

async function callFirstToolOf(entry: object): Promise<unknown> {
  const { servers } = readMcpServers({ new: entry }, {});
  const notes: unknown[] = [];
  const connections = connectMcpServers(servers, { root: '.', env: process.env, onNote: (note) => notes.push(note) });
  onTestFinished(() => connections.close());
  const [tool] = await connections.tools();
  expect(notes).toEqual([]);
  return tool?.call({}, { signal: new AbortController().signal });
}

describe('a server that speaks only the newest protocol', () => {
  it('is understood over stdio', async () => {
    const require = createRequire(import.meta.url);
    const script = `
      const { McpServer } = require(${JSON.stringify(require.resolve('@modelcontextprotocol/server'))});
      const { serveStdio } = require(${JSON.stringify(require.resolve('@modelcontextprotocol/server/stdio'))});
      serveStdio(() => {
        const server = new McpServer({ name: 'new', version: '1' });
        server.registerTool('it', {}, () => ({ content: [{ type: 'text', text: 'done' }] }));
        return server;
      }, { legacy: 'reject' });`;
    expect(await callFirstToolOf({ command: process.execPath, args: ['-e', script] })).toEqual({
      ok: true,
      text: 'done',
    });
  });

  it('is understood over HTTP', async () => {
    const { fetch: handle } = createMcpHandler(
      () => {
        const server = new McpServer({ name: 'new', version: '1' });
        server.registerTool('it', {}, () => ({ content: [{ type: 'text', text: 'done' }] }));
        return server;
      },
      { legacy: 'reject' },
    );
    const http = createServer((request, response) => {
      void (async () => {
        const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]);
        const body = request.method === 'POST' ? { body: await text(request) } : {};
        const answer = await handle(new Request(url, { method: request.method ?? 'GET', headers, ...body }));
        response.writeHead(answer.status, Object.fromEntries(answer.headers));
        if (answer.body === null) response.end();
        else Readable.fromWeb(answer.body).pipe(response);
      })();
    }).listen(0, '127.0.0.1');
    await once(http, 'listening');
    onTestFinished(() => {
      http.closeAllConnections();
      http.close();
    });
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
    expect(await callFirstToolOf({ url })).toEqual({ ok: true, text: 'done' });
  });
});
