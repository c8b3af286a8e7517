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
    conditions: ['source'],
    logLevel: 'silent',
  });
  return Object.keys(result.metafile.inputs);
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
});
