import { expect, it } from 'vitest';
import { duration } from './duration.js';

it.each([
  [0, '0 ms'],
  [999, '999 ms'],
  [1234, '1.2 s'],
  [185_000, '3 min 5 s'],
  [119_700, '2 min'],
  [1_800_000, '30 min'],
])('%d ms reads as %s', (ms, text) => {
  expect(duration(ms)).toBe(text);
});
