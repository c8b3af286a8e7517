import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

type Files = Readonly<Record<string, readonly string[]>>;

/** A folder with these files, until it is removed. */
export function createFolder(files: Files): { readonly root: string; readonly remove: () => void } {
  const root = mkdtempSync(join(tmpdir(), 'planwright-offline-'));
  for (const [path, lines] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), `${lines.join('\n')}\n`);
  }
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}

export const aPythonRepository: Files = {
  'pyproject.toml': ['[project]', 'name = "shop"', '', '[tool.pytest.ini_options]', 'testpaths = ["tests"]'],
  'shop/__init__.py': [''],
  'shop/price.py': [
    'LIMIT = 5',
    '',
    '',
    'def discount(amount, count):',
    '    """How much is taken off."""',
    '    return amount * 0.1 if count >= LIMIT else 0',
    '',
    '',
    'def total_price(items):',
    '    def total(amount):',
    '        return amount - discount(amount, len(items))',
    '',
    '    return total(sum(items))',
  ],
  'shop/report.py': [
    'from shop.price import total_price',
    '',
    '',
    'def report(items):',
    '    print(total_price(items))',
  ],
  'tests/test_price.py': [
    'from shop.price import total_price',
    '',
    '',
    'def test_a_large_cart_is_cheaper():',
    '    assert total_price([1, 1, 1, 1, 1]) == 4.5',
  ],
};

export const aGoRepository: Files = {
  'go.mod': ['module example.org/shop', '', 'go 1.22'],
  'main.go': [
    'package main',
    '',
    'import (',
    '\t"fmt"',
    '',
    '\t"example.org/shop/cart"',
    ')',
    '',
    'func main() {',
    '\tc := cart.NewCart()',
    '\tfmt.Println(c.Total())',
    '}',
  ],
  'cart/cart.go': [
    'package cart',
    '',
    '// Cart holds what somebody wants to buy.',
    'type Cart struct{ prices []int }',
    '',
    'func NewCart() *Cart {',
    '\treturn &Cart{}',
    '}',
    '',
    '// Total is the sum of all prices in the cart.',
    'func (c *Cart) Total() int {',
    '\tsum := 0',
    '\tfor _, price := range c.prices {',
    '\t\tsum += price',
    '\t}',
    '\treturn sum',
    '}',
  ],
  'cart/cart_test.go': [
    'package cart',
    '',
    'import "testing"',
    '',
    'func TestTotal(t *testing.T) {',
    '\tif NewCart().Total() != 0 {',
    '\t\tt.Fatal("an empty cart costs nothing")',
    '\t}',
    '}',
  ],
};
