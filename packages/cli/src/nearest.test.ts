import { expect, it } from 'vitest';
import { nearest } from './nearest.js';

it('finds what a name begins or nearly is', () => {
  const known = ['approve', 'assess', 'export', 'resume'];
  expect(nearest('app', known)).toBe('approve');
  expect(nearest('aprove', known)).toBe('approve');
  expect(nearest('EXPROT', known)).toBe('export');
  expect(nearest('zebra', known)).toBeUndefined();
  expect(nearest('a', known)).toBeUndefined();
});
