import { expect, it } from 'vitest';
import { normalPath } from './normal-path.js';

it.each([
  ['./src//a.ts', 'src/a.ts'],
  ['src\\b\\..\\a.ts', 'src/a.ts'],
  ['/src/a.ts/', '/src/a.ts'],
  ['../x/./y', '../x/y'],
  ['../../x', '../../x'],
  [' ', ''],
])('spells %j one way', (path, normal) => {
  expect(normalPath(path)).toBe(normal);
});
