/** A repository small enough to know by heart, for what searches and plans. */
export const aSmallRepository: Readonly<Record<string, string>> = {
  'README.md': '# Shop\n\nA shop that sells tea.\n\n## Prices\n\nA discount of 10 % is given from 5 items on.\n',
  'package.json':
    '{\n  "name": "shop",\n  "scripts": {\n    "start": "node src/main.js",\n    "test": "node check.js"\n  }\n}\n',
  'check.js': "console.log('1 test passed');\n",
  'src/main.js': "import { totalPrice } from './price.js';\n\nconsole.log(totalPrice([{ price: 3 }]));\n",
  'src/price.js': [
    '/** How many items it takes to get a discount. */',
    'export const discountLimit = 5;',
    '',
    '/** The sum of all items, less the discount. */',
    'export function totalPrice(items) {',
    '  const sum = items.reduce((total, { price }) => total + price, 0);',
    '  return items.length >= discountLimit ? sum * 0.9 : sum;',
    '}',
    '',
  ].join('\n'),
  'src/price.test.js': [
    "import { totalPrice } from './price.js';",
    '',
    "it('gives a discount from five items on', () => {",
    '  expect(totalPrice([1, 2, 3, 4, 5])).toBe(1);',
    '});',
    '',
  ].join('\n'),
  'src/cart.js':
    "import { discountLimit } from './price.js';\n\nexport const isLarge = (cart) => cart.length >= discountLimit;\n",
};
