import { describe, expect, it } from 'vitest';
import { cacheKey, explorationId, type ExplorationIdentity, type Look } from './cache-key.js';

const identity: ExplorationIdentity = {
  angle: 'security',
  kind: 'feature',
  task: 'Add rate limiting',
  explorer: 'offline',
};
const read: Look = { tool: 'read', args: { path: 'a.ts' }, digest: '1' };
const listed: Look = { tool: 'list', args: {}, digest: '2' };

describe('explorationId', () => {
  it('is the same for the same words in any form', () => {
    expect(explorationId({ ...identity, task: '  rate limiting,\n ADD! ' })).toBe(explorationId(identity));
  });

  it.each([{ angle: 'testing' }, { kind: 'fix' as const }, { task: 'Add rate limits' }, { explorer: 'claude' }])(
    'is another for %j',
    (change) => {
      expect(explorationId({ ...identity, ...change })).not.toBe(explorationId(identity));
    },
  );

  it.each(['', '🚀', 'x '.repeat(50_000)])('exists for %.5j', (task) => {
    expect(explorationId({ ...identity, task })).toMatch(/^[0-9a-f]{16}$/);
  });
});

describe('cacheKey', () => {
  const key = cacheKey('id', [read, listed]);

  it('is the same for the same looks in any order', () => {
    expect(cacheKey('id', [listed, read])).toBe(key);
  });

  it('changes with every file, listing and search it rests on', () => {
    expect(cacheKey('id', [{ ...read, digest: '3' }, listed])).not.toBe(key);
    expect(cacheKey('id', [read, { ...listed, digest: '3' }])).not.toBe(key);
    expect(cacheKey('id', [read])).not.toBe(key);
    expect(cacheKey('other', [read, listed])).not.toBe(key);
  });
});
