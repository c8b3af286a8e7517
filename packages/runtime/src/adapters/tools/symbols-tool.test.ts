import { describe, expect, it } from 'vitest';
import { aSmallRepository } from '../../testing/a-small-repository.js';
import { aProject } from '../../testing/temporary-project.js';
import { createNodeWorkspaceReader } from '../node-workspace-reader.js';
import { createSymbolsTool } from './symbols-tool.js';

const options = { signal: new AbortController().signal };

async function callWith(args: unknown, files: Readonly<Record<string, string>> = aSmallRepository) {
  const tool = createSymbolsTool(createNodeWorkspaceReader(await aProject(files)));
  return tool.call(args as Parameters<typeof tool.call>[0], options);
}

describe('the tool symbols', () => {
  it('only reads, whatever it is asked', async () => {
    const tool = createSymbolsTool(createNodeWorkspaceReader(await aProject()));
    expect(tool.class).toBe('reads');
    expect(await tool.facts({ name: 'x' })).toEqual({ tool: 'symbols', class: 'reads', writes: [] });
  });

  it('finds a declaration by its name', async () => {
    expect(await callWith({ name: 'totalPrice' })).toEqual({
      ok: true,
      text: '1 declaration:\nsrc/price.js:5-8: function totalPrice, exported: export function totalPrice(items)',
    });
  });

  it('finds what contains the name where nothing bears it to the letter', async () => {
    expect((await callWith({ name: 'limit' })).text).toContain('src/price.js:2-2: const discountLimit, exported');
  });

  it('outlines a file, and takes one kind of it', async () => {
    expect((await callWith({ file: 'src/price.js' })).text).toContain('2 declarations:');
    expect((await callWith({ file: './src/price.js', kind: 'function' })).text).toContain('1 declaration:');
    expect((await callWith({ file: 'README.md' })).text).toContain('README.md:5-7: heading Prices');
  });

  it('adds who calls and uses the name', async () => {
    const { text } = await callWith({ name: 'totalPrice', references: true });
    expect(text.split('\n')).toEqual([
      '1 declaration, 4 references:',
      'src/price.js:5-8: function totalPrice, exported: export function totalPrice(items)',
      "src/main.js:1: import: import { totalPrice } from './price.js';",
      'src/main.js:3: call: console.log(totalPrice([{ price: 3 }]));',
      "src/price.test.js:1: test import: import { totalPrice } from './price.js';",
      'src/price.test.js:4: test call in test "gives a discount from five items on": expect(totalPrice([1, 2, 3, 4, 5])).toBe(1);',
    ]);
  });

  it.each([
    [{}, 'symbols needs a "name" to look for, or a "file" to outline'],
    [{ file: 'src/price.js', references: true }, '"references" needs the "name" they refer to'],
    [{ name: 'coffee' }, 'no declaration named "coffee" was found in 7 files'],
    [{ name: 'totalPrice', kind: 'class' }, 'no class named "totalPrice" was found in 7 files'],
    [{ file: 'src/tea.js' }, 'there is no src/tea.js in the project'],
    [{ name: 7 }, 'symbols cannot be called like this: name: Invalid input: expected string, received number'],
  ])('says what is wrong with %j', async (args, message) => {
    expect(await callWith(args)).toEqual({ ok: false, text: message });
  });

  it('refuses a file outside the project', async () => {
    expect((await callWith({ file: '../../etc/passwd' })).ok).toBe(false);
  });

  it('shows so much and says that there is more', async () => {
    const many = Array.from({ length: 300 }, (_, place) => `export const tea${place} = ${place};`).join('\n');
    const { text } = await callWith({ file: 'many.js' }, { 'many.js': many });
    expect(text.split('\n')).toHaveLength(122);
    expect(text).toContain('… and 180 more; narrow it down with "file" or "kind"');
  });

  it('stops when it is told to', async () => {
    const tool = createSymbolsTool(createNodeWorkspaceReader(await aProject(aSmallRepository)));
    await expect(tool.call({ name: 'totalPrice' }, { signal: AbortSignal.abort('enough') })).rejects.toBe('enough');
  });
});
