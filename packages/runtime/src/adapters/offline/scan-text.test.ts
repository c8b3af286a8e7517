import { describe, expect, it } from 'vitest';
import { countStems, placesOf } from './scan-text.js';

describe('countStems', () => {
  it('counts where a stem begins a word, in prose and in names', () => {
    expect(countStems('a store, EventStore, event_store, restored, Stored', ['stor', 'event'])).toEqual([4, 2]);
  });

  it('sees through accents', () => {
    expect(countStems('a configuração e as Configurações', ['configur'])).toEqual([2]);
  });
});

describe('placesOf', () => {
  it('finds a name as a whole, not as a piece of a longer one', () => {
    expect(placesOf('plan', 'plan planner myplan a.plan plan_x plan')).toEqual([0, 22, 34]);
  });

  it('finds what begins or ends with no letter', () => {
    expect(placesOf('--json', 'use --json or --json5, x--json')).toEqual([4, 24]);
  });
});
