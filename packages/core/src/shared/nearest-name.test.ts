import { expect, it } from 'vitest';
import { letterDistance, nearestName } from './nearest-name.js';

const agents = ['coder', 'tester', 'reviewer', 'git', 'file'];

it.each([
  ['codr', 'coder'],
  ['ocder', 'coder'],
  ['reviwer', 'reviewer'],
  ['gti', 'git'],
  ['testers', 'tester'],
])('suggests the nearest name: %s', (written, name) => {
  expect(nearestName(written, agents)).toBe(name);
});

it.each(['wizard', 'x', 'a'.repeat(100_000)])('suggests nothing where nothing is near (case %#)', (written) => {
  expect(nearestName(written, agents)).toBeUndefined();
});

it('counts letters added, dropped, changed and swapped', () => {
  expect(letterDistance('', 'abc')).toBe(3);
  expect(letterDistance('kitten', 'sitting')).toBe(3);
  expect(letterDistance('modle', 'model')).toBe(1);
});
