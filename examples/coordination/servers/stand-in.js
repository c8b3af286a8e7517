// What the stand-in servers share: real MCP over stdio, and a record of every call, one JSON line each, in the file that is
// their only argument. They are examples and for tests; nothing leaves this machine.
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

/** Serves tools: `{ [name]: { description, reads, parameters, call } }`. `call` is given the arguments and all earlier calls. */
export function serveStandIn(name, tools) {
  const [file] = process.argv.slice(2);
  mkdirSync(dirname(file), { recursive: true });
  serveStdio(() => {
    const server = new McpServer({ name, version: '1' });
    for (const [tool, { description, reads, parameters, call }] of Object.entries(tools)) {
      const annotations = { readOnlyHint: reads };
      server.registerTool(tool, { description, annotations, inputSchema: parameters }, (args) => {
        const text = call(args, recorded(file));
        appendFileSync(file, `${JSON.stringify({ tool, ...args })}\n`);
        return { content: [{ type: 'text', text }] };
      });
    }
    return server;
  });
}

function recorded(file) {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  } catch {
    return [];
  }
}
