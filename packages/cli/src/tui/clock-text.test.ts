import { expect, it } from 'vitest';
import { clockText } from './clock-text.js';

const at = '2026-01-01T00:00:00.000Z';

it.each([
  [0, '0:00'],
  [7_999, '0:07'],
  [65_000, '1:05'],
  [3_723_000, '1:02:03'],
  [-5_000, '0:00'],
])('after %d ms reads %s', (ms, text) => {
  expect(clockText(at, Date.parse(at) + ms)).toBe(text);
});
