import { describe, expect, it } from 'vitest';
import { addedPlaces } from './added-places.js';

describe('addedPlaces', () => {
  it('names each place once that no source has', () => {
    expect(addedPlaces('a.ts:1, src/b.ts:2 and src/b.ts:2, c.ts:3', ['see a.ts:1', 'c.ts:3:7'])).toEqual([
      'src/b.ts:2',
    ]);
  });

  it('tells a line from another line of the same file', () => {
    expect(addedPlaces('a.ts:12', ['a.ts:1'])).toEqual(['a.ts:12']);
  });

  it('is quick for a long text without blanks', () => {
    expect(addedPlaces('a'.repeat(1_000_000), [])).toEqual([]);
  });
});
