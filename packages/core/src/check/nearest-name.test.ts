import { expect, it } from 'vitest';
import { nearestName } from './nearest-name.js';

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
