import { expect, it } from 'vitest';
import { endOfTurn } from '../end-of-turn.js';
import { systemClock } from './system-clock.js';

it('tells the time of now in ISO 8601, also when it was asked a millisecond before', async () => {
  const first = systemClock.now();
  while (Date.now() === Date.parse(first)) await endOfTurn();
  const before = Date.now();
  const told = systemClock.now();
  expect(Date.parse(told)).toBeGreaterThanOrEqual(before);
  expect(Date.parse(told)).toBeLessThanOrEqual(Date.now());
  expect(told).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});
