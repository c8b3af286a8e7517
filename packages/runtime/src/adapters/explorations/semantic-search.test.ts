import type { AngleOrder } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import type { Tools } from '../../ports/tools.js';
import { aSmallRepository } from '../../testing/a-small-repository.js';
import { aProject } from '../../testing/temporary-project.js';
import { createNodeWorkspaceReader } from '../node-workspace-reader.js';
import { createOfflineExplorer } from './offline-explorer.js';
import { createSearchExplorer } from './semantic-search.js';
import { createWorkspaceStates } from './workspace-state.js';

const signal = new AbortController().signal;
const orderFor = (task: string, kind: AngleOrder['kind'] = 'feature'): AngleOrder => ({
  ...{ task, kind, angle: 'general', index: 1, total: 1 },
});

/** A semantic search that says this, whatever it is asked. */
function server(text: string, ok = true): Tools & { readonly asked: unknown[] } {
  const asked: unknown[] = [];
  return {
    asked,
    class: 'reads',
    specs: [
      { name: 'mcp__ctx__codebase_search', description: '', parameters: { properties: { limit: {}, query: {} } } },
    ],
    call: (call) => {
      asked.push(call.args);
      return Promise.resolve({ ok, text });
    },
  };
}

async function visit(order: AngleOrder, tools: Tools) {
  const root = await aProject(aSmallRepository);
  const reader = createNodeWorkspaceReader(root);
  const offline = createOfflineExplorer({ reader, states: createWorkspaceStates(root, reader) });
  const explorer = createSearchExplorer({ offline, reader, tools: () => Promise.resolve(tools) });
  return explorer.visit([order], { signal });
}

const pathsIn = (findings: object): unknown =>
  'relevant_files' in findings
    ? (findings.relevant_files as { path: string }[]).map(({ path }) => path)
    : (findings as { affected_files: { path: string }[] }).affected_files.map(({ path }) => path);

describe('createSearchExplorer', () => {
  it('does not take what was found without a semantic search for what is found with one', async () => {
    const order = orderFor('Change the discount limit in totalPrice');
    const without = await (await visit(order, { ...server(''), specs: [] })).explore(order, { signal });
    const tools = server('src/cart.js');
    const again = await (await visit(order, tools)).lookAgain(order, without.looks, { signal });
    expect(again.map(({ tool }) => tool)).toContain('mcp__ctx__codebase_search');
    expect(tools.asked).toEqual([]);
  });

  it('asks a configured semantic search first, and then the built-in one', async () => {
    const tools = server('1. src/cart.js (0.9)\n2. README.md\n3. elsewhere/src/main.js.map');
    const order = orderFor('Change the discount limit in totalPrice');
    const { findings, looks } = await (await visit(order, tools)).explore(order, { signal });
    expect(tools.asked).toEqual([{ query: order.task }]);
    expect(pathsIn(findings)).toEqual(expect.arrayContaining(['src/cart.js', 'README.md', 'src/price.js']));
    expect((findings as { relevant_files: unknown[] }).relevant_files[0]).toEqual({
      path: 'src/cart.js',
      relevance: 0.8,
      rationale: 'found by mcp__ctx__codebase_search, at place 1',
      role: 'pattern_reference',
      discovery_source: 'ace-search',
    });
    expect(looks.some(({ tool }) => tool === 'mcp__ctx__codebase_search')).toBe(true);
  });

  it('finds what only meaning finds', async () => {
    const order = orderFor('在当前前端基础上开发用户认证功能');
    const { findings } = await (await visit(order, server('see src/cart.js'))).explore(order, { signal });
    expect(pathsIn(findings)).toEqual(['src/cart.js']);
  });

  it('adds to a diagnosis too', async () => {
    const order = orderFor('The discount is wrong', 'fix');
    const { findings } = await (await visit(order, server('src/main.js'))).explore(order, { signal });
    expect(pathsIn(findings)).toEqual(expect.arrayContaining(['src/main.js', 'src/price.js']));
  });

  it('is the built-in search when the tool fails, and says so', async () => {
    const order = orderFor('Change the discount limit');
    const { findings, notes } = await (await visit(order, server('no such index', false))).explore(order, { signal });
    expect(pathsIn(findings)).toContain('src/price.js');
    expect(notes).toEqual(['mcp__ctx__codebase_search failed, so only the built-in search was used: no such index']);
  });

  it('rests on what the server says, which may change while no file does', async () => {
    const order = orderFor('Change the discount limit');
    const first = await visit(order, server('src/cart.js'));
    const { looks } = await first.explore(order, { signal });
    expect(first.state).toBeUndefined();
    expect(await first.lookAgain(order, looks, { signal })).toEqual(expect.arrayContaining([...looks]));
    const later = await visit(order, server('src/main.js'));
    expect(await later.lookAgain(order, looks, { signal })).not.toEqual(expect.arrayContaining([...looks]));
  });

  it('is the built-in search where no such tool is configured', async () => {
    const order = orderFor('Change the discount limit');
    const none: Tools = { specs: [], class: 'reads', call: () => Promise.reject(new Error('not asked')) };
    const { findings } = await (await visit(order, none)).explore(order, { signal });
    expect(pathsIn(findings)).toContain('src/price.js');
  });
});
