import { expect, it } from 'vitest';
import { randomIds } from './random-ids.js';

it('gives ids that differ, however many are asked for', () => {
  const ids = Array.from({ length: 2000 }, () => randomIds.runId());
  expect(new Set(ids).size).toBe(2000);
  expect(ids.every((id) => /^run-[a-z0-9]{8}$/.test(id))).toBe(true);
  expect(randomIds.executorId()).toMatch(/^exec-[a-z0-9]{12}$/);
});
