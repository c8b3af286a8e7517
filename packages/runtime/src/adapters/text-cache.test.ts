import { describe, expect, it } from 'vitest';
import { createTextCache } from './text-cache.js';

const text = (path: string, content: string) => ({ type: 'text', path, text: content }) as const;

describe('createTextCache', () => {
  it('gives what was kept for this version only', () => {
    const cache = createTextCache(100);
    cache.set('a', '1', text('a', 'one'));
    expect(cache.get('a', '1')).toMatchObject({ text: 'one' });
    expect(cache.get('a', '2')).toBeUndefined();
  });

  it('drops what was not used for longest when it is full', () => {
    const cache = createTextCache(10);
    cache.set('a', '1', text('a', '12345'));
    cache.set('b', '1', text('b', '12345'));
    cache.get('a', '1');
    cache.set('c', '1', text('c', '12345'));
    expect(cache.get('b', '1')).toBeUndefined();
    expect(cache.get('a', '1')).toBeDefined();
    expect(cache.get('c', '1')).toBeDefined();
  });

  it('does not keep what is larger than all it may hold', () => {
    const cache = createTextCache(3);
    cache.set('a', '1', text('a', '12345'));
    expect(cache.get('a', '1')).toBeUndefined();
  });
});
