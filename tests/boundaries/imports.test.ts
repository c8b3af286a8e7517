import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';

/** Every file that an entry point pulls in, as a browser bundle would: a Node built-in makes it fail. */
async function inputsOf(entry: string): Promise<readonly string[]> {
  const result = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'browser',
    conditions: ['planwright-source'],
    logLevel: 'silent',
  });
  return Object.keys(result.metafile.inputs);
}

/** What is loaded when an entry point is, without what it imports when that is used. */
async function loadedAtOnce(entry: string): Promise<readonly string[]> {
  const { metafile } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    conditions: ['planwright-source'],
    alias: {
      '@planwright/core': './packages/core/src/index.ts',
      '@planwright/runtime': './packages/runtime/src/index.ts',
    },
    logLevel: 'silent',
  });
  const reached = new Set<string>();
  const visit = (path: string): void => {
    if (reached.has(path)) return;
    reached.add(path);
    for (const { path: target, kind } of metafile.inputs[path]?.imports ?? [])
      if (kind === 'import-statement') visit(target);
  };
  visit(entry);
  return [...reached];
}

describe('what each entry point pulls in', () => {
  it('core reaches its own files and two pure libraries', async () => {
    const inputs = await inputsOf('packages/core/src/index.ts');
    const allowed = /^(packages\/core\/src\/|node_modules\/(zod|@noble\/hashes)\/)/;
    expect(inputs.filter((path) => !allowed.test(path))).toEqual([]);
  });

  it('core ships no test code', async () => {
    const inputs = await inputsOf('packages/core/src/index.ts');
    expect(inputs.filter((path) => path.includes('/testing/'))).toEqual([]);
  });

  it('the runtime itself reaches no Node built-in; its Node entry does', async () => {
    await expect(inputsOf('packages/runtime/src/index.ts')).resolves.toBeDefined();
    await expect(inputsOf('packages/runtime/src/node.ts')).rejects.toThrow(/Could not resolve/);
  });

  it('the runtime itself reaches no client of anybody else', async () => {
    const inputs = await inputsOf('packages/runtime/src/index.ts');
    const allowed = /^(packages\/(core|runtime)\/src\/|node_modules\/(zod|@noble\/hashes)\/)/;
    expect(inputs.filter((path) => !allowed.test(path))).toEqual([]);
  });

  it('the adapters load no client of a provider, of MCP or of agents, and no grammar, before they use it', async () => {
    const loaded = await loadedAtOnce('packages/runtime/src/node.ts');
    expect(loaded).toContain('packages/runtime/src/adapters/models/provider-model.ts');
    const clients = /^(@ai-sdk|@modelcontextprotocol|@agentclientprotocol|web-tree-sitter|@vscode\/tree-sitter)/;
    expect(loaded.filter((path) => clients.test(path))).toEqual([]);
  });
});
