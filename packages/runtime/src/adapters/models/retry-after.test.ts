import { expect, it } from 'vitest';
import { retryAfterMs } from './retry-after.js';

const now = Date.parse('2026-01-01T00:00:00Z');

it.each([
  ['seconds', { headers: { 'retry-after': '30' } }, 30_000],
  ['parts of a second', { headers: { 'retry-after': '0.5' } }, 500],
  ['milliseconds, which are more exact', { headers: { 'retry-after': '1', 'retry-after-ms': '250' } }, 250],
  ['a date', { headers: { 'retry-after': 'Thu, 01 Jan 2026 00:01:00 GMT' } }, 60_000],
  ['a date that has passed', { headers: { 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' } }, 0],
  ['a delay in the body', { body: '{"error":{"details":[{"retryDelay":"34s"}]}}' }, 34_000],
  ['something else', { headers: { 'retry-after': 'soon' } }, undefined],
  ['nothing', {}, undefined],
])('when to come back is read from %s', (_, response, ms) => {
  expect(retryAfterMs(response, now)).toBe(ms);
});
