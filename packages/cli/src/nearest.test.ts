import { expect, it } from 'vitest';
import { letterDistance, nearest } from './nearest.js';

it('finds what a name begins or nearly is', () => {
  const known = ['approve', 'assess', 'export', 'resume'];
  expect(nearest('app', known)).toBe('approve');
  expect(nearest('aprove', known)).toBe('approve');
  expect(nearest('EXPROT', known)).toBe('export');
  expect(nearest('zebra', known)).toBeUndefined();
  expect(nearest('a', known)).toBeUndefined();
});

it('counts letters added, dropped, changed and swapped', () => {
  expect(letterDistance('', 'abc')).toBe(3);
  expect(letterDistance('kitten', 'sitting')).toBe(3);
  expect(letterDistance('modle', 'model')).toBe(1);
});
