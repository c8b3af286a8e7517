import { afterAll, expect, it } from 'vitest';
import { buildProgram } from '../cli-process.js';
import { aRepository } from './a-throwaway-repository.js';

const built = buildProgram();
afterAll(built.remove);

/** An MCP server with one tool, which always finds the same. */
const server = `
import { createInterface } from 'node:readline';
const say = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
const tool = {
  name: 'codebase_search',
  description: 'finds by meaning',
  inputSchema: { type: 'object', properties: { query: { type: 'string' } } },
  annotations: { readOnlyHint: true },
};
const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'meaning', version: '1' },
  }),
  'tools/list': () => ({ tools: [tool] }),
  'tools/call': ({ arguments: { query } }) => ({ content: [{ type: 'text', text: 'src/rebate.js fits ' + query }] }),
};
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method in answers) say(id, answers[method](params));
});
`;

type Explored = { readonly files: readonly { readonly path: string; readonly rationale: string }[] };

it('a small task is looked up with a configured semantic search first, and then with the built-in one', async () => {
  const place = aRepository(built.program, {
    'src/price.js': 'export const discountLimit = 5;\n',
    'src/rebate.js': 'export const most = 5;\n',
    'meaning.mjs': server,
    '.mcp.json': JSON.stringify({
      mcpServers: { meaning: { command: process.execPath, args: ['meaning.mjs'], trust: 'reads' } },
    }),
    'script.yaml': JSON.stringify({ replies: [] }),
  });
  const argv = ['explore', '--model', 'script:script.yaml', 'Change the discount limit'];
  expect((await place.json<Explored>(...argv)).files.map(({ path }) => path)).toEqual(['src/price.js']);
  expect((await place.planwright('trust', '--yes')).exit).toBe(0);
  const { files } = await place.json<Explored>(...argv);
  expect(files.map(({ path }) => path)).toEqual(['src/rebate.js', 'src/price.js']);
  expect(files[0]?.rationale).toBe('found by mcp__meaning__codebase_search, at place 1');
});
