import { describe, expect, it } from 'vitest';
import { createSymbolReader } from './symbol-reader.js';

const read = createSymbolReader();

/** `kind name first-last`, with `in container`, `exported` and `local` where that holds. */
async function symbolsOf(path: string, ...lines: readonly string[]): Promise<readonly string[] | undefined> {
  const found = await read(path, lines.join('\n'), 'references');
  return found?.symbols.map(({ kind, name, line, endLine, parent, exported, isLocal }) =>
    [
      `${kind} ${name} ${line}-${endLine}`,
      ...(parent === undefined ? [] : [`in ${found.symbols[parent]?.name ?? ''}`]),
      ...(exported ? ['exported'] : []),
      ...(isLocal ? ['local'] : []),
    ].join(' '),
  );
}

/** `role name line`, without plain uses. */
async function callsAndImportsOf(path: string, ...lines: readonly string[]): Promise<readonly string[] | undefined> {
  const found = await read(path, lines.join('\n'), 'references');
  return found?.references
    ?.filter(({ role }) => role !== 'use')
    .map(({ role, name, line }) => `${role} ${name} ${line}`);
}

describe('the symbols of TypeScript', () => {
  it('are functions, classes with their members, types, variables at the top, and what is local to them', async () => {
    expect(
      await symbolsOf(
        'cart.ts',
        'export class Cart {',
        '  #items = [];',
        '  total(): number { return 1; }',
        '}',
        'export interface Store { readonly save: (cart: Cart) => void; readonly name: string }',
        'type Price = number;',
        'export const limit = 5;',
        'export const createCart = (): Cart => {',
        '  const local = 1;',
        '  const inner = () => local;',
        '  return { add: () => inner() };',
        '};',
        'function listed() {}',
        'export { listed };',
      ),
    ).toEqual([
      'class Cart 1-4 exported',
      'method total 3-3 in Cart exported',
      'interface Store 5-5 exported',
      'method save 5-5 in Store exported',
      'type Price 6-6',
      'const limit 7-7 exported',
      'function createCart 8-12 exported',
      'function inner 10-10 in createCart local',
      'method add 11-11 in createCart local',
      'function listed 13-13 exported',
    ]);
  });

  it('are tests too, by their titles', async () => {
    expect(
      await symbolsOf('cart.test.ts', "describe('a cart', () => {", '  it.each([1, 2])(`holds %i`, () => {});', '});'),
    ).toEqual(['test a cart 1-3', 'test holds %i 2-2 in a cart']);
  });

  it('have a signature on one line, up to the body', async () => {
    const found = await read(
      'a.ts',
      'export async function add(\n  one: number,\n  other: number,\n): Promise<number> {\n}',
      'declarations',
    );
    expect(found?.symbols[0]?.signature).toBe(
      'export async function add( one: number, other: number, ): Promise<number>',
    );
  });

  it('come with calls, imports and markup, and not with what strings and comments say', async () => {
    expect(
      await callsAndImportsOf(
        'a.tsx',
        "import { sum } from './sum.js';",
        '// sum() is called',
        "const text = 'sum()';",
        'const all = store.sum(items) + new Total(1) + <Row key={sum(1)} />;',
      ),
    ).toEqual(['import sum 1', 'call sum 4', 'call Total 4', 'call Row 4', 'call sum 4']);
  });
});

describe('the symbols of other languages', () => {
  it.each([
    [
      'cart.py',
      ['LIMIT = 5', 'class Cart:', '    @property', '    def size(self):', '        return 1', 'def _own(): pass'],
      [
        'variable LIMIT 1-1 exported',
        'class Cart 2-5 exported',
        'method size 4-5 in Cart exported',
        'function _own 6-6',
      ],
    ],
    [
      'cart.go',
      [
        'package cart',
        'const Limit = 5',
        'type Cart struct {',
        '}',
        'func (c *Cart) Total() int { return 1 }',
        'func own() {}',
      ],
      ['const Limit 2-2 exported', 'struct Cart 3-4 exported', 'method Total 5-5 exported', 'func own 6-6'],
    ],
    [
      'cart.rs',
      ['pub struct Cart {}', 'impl Cart {', '    pub fn total(&self) -> u32 { 1 }', '}', 'fn own() {}'],
      ['struct Cart 1-1 exported', 'impl Cart 2-4', 'fn total 3-3 in Cart', 'fn own 5-5'],
    ],
    [
      'Cart.java',
      ['public class Cart {', '  public int total() { return 1; }', '  private void own() {}', '}'],
      ['class Cart 1-4 exported', 'method total 2-2 in Cart exported', 'method own 3-3 in Cart'],
    ],
    [
      'Cart.cs',
      ['namespace Shop {', '  public class Cart {', '    public int Total() { return 1; }', '  }', '}'],
      ['class Cart 2-4 exported', 'method Total 3-3 in Cart exported'],
    ],
    [
      'cart.cpp',
      [
        '#define LIMIT 5',
        'struct Point { int x; };',
        'static int *own(void) { return 0; }',
        'void shop::Cart::add(int x) {}',
      ],
      ['define LIMIT 1-1 exported', 'struct Point 2-2 exported', 'function own 3-3', 'function add 4-4 exported'],
    ],
    [
      'cart.rb',
      ['class Cart', '  def total', '  end', 'end'],
      ['class Cart 1-4 exported', 'def total 2-3 in Cart exported'],
    ],
    [
      'cart.php',
      ['<?php', 'class Cart {', '  public function total() { return 1; }', '}', 'function build() {}'],
      ['class Cart 2-4 exported', 'method total 3-3 in Cart exported', 'function build 5-5 exported'],
    ],
    ['cart.sh', ['build() {', '  make', '}'], ['function build 1-3 exported']],
  ])('are found in %s', async (path, lines, symbols) => {
    expect(await symbolsOf(path, ...lines)).toEqual(symbols);
  });

  it.each([
    [
      'cart.py',
      'from price import total\ndef f():\n    return x.total(1)',
      ['import price 1', 'import total 1', 'call total 3'],
    ],
    ['cart.go', 'package c\nfunc f() { price.Sum(1) }', ['call Sum 2']],
    [
      'cart.rs',
      'use crate::sum;\nfn f() { crate::price::sum(1); println!("x"); }',
      ['import sum 1', 'call sum 2', 'call println 2'],
    ],
    ['Cart.java', 'class C { void f() { Price.sum(1); new Cart(); } }', ['call sum 1', 'call Cart 1']],
    ['Cart.cs', 'class C { void F() { Price.Sum(1); } }', ['call Sum 1']],
    ['cart.cpp', 'int f() { return shop::sum(a.size()); }', ['call sum 1', 'call size 1']],
    ['cart.php', '<?php\n$this->total(); Price::sum(1); build();', ['call total 2', 'call sum 2', 'call build 2']],
    ['cart.sh', 'deploy() {\n  build "make"\n}', ['call build 2']],
  ])('come with the calls of %s', async (path, text, calls) => {
    expect(await callsAndImportsOf(path, text)).toEqual(calls);
  });
});

describe('a text read only for what it declares', () => {
  it('gives the same without what is local, and no references', async () => {
    const text = 'export function f() {\n  const g = () => 1;\n  return g();\n}\nclass C { m() { f(); } }';
    const found = await read('a.ts', text, 'declarations');
    expect(found?.symbols.map(({ kind, name, line, endLine }) => `${kind} ${name} ${line}-${endLine}`)).toEqual([
      'function f 1-4',
      'class C 5-5',
      'method m 5-5',
    ]);
    expect(found?.references).toBeUndefined();
  });
});

describe('a text that is hard to read', () => {
  it('gives nothing where there is no grammar for it', async () => {
    expect(await read('a.hs', 'main = print 1', 'references')).toBeUndefined();
    expect(await read('README.md', '# Title', 'references')).toBeUndefined();
  });

  it('gives what can be made out where it is malformed', async () => {
    expect(await symbolsOf('a.ts', 'export function whole() {}', 'function {{{ ) =>', 'const x = ')).toContain(
      'function whole 1-1 exported',
    );
  });

  it('gives nothing where it is longer than anybody writes', async () => {
    expect(await read('a.ts', 'f();\n'.repeat(100_000), 'declarations')).toBeUndefined();
  });

  it('may nest deeper than the call stack', async () => {
    const depth = 20_000;
    expect(await symbolsOf('a.ts', `const x = ${'('.repeat(depth)}1${')'.repeat(depth)};`)).toHaveLength(1);
  });

  it('may be empty', async () => {
    expect(await symbolsOf('a.ts', '')).toEqual([]);
  });
});
