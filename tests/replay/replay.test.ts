import { readdirSync, readFileSync } from 'node:fs';
import { apply, emptyRun, parseRunEvent, planCard, reportOf, runIdSchema, type StoredEvent } from '@planwright/core';
import { describe, expect, it } from 'vitest';

type Log = { readonly events: readonly StoredEvent[]; readonly expected: unknown };

/** What a released version stored must still be read, and mean the same. */
describe('the log of every release', () => {
  it.each(readdirSync('tests/replay/logs'))('%s folds to the state it was in', (file) => {
    const { events, expected } = JSON.parse(readFileSync(`tests/replay/logs/${file}`, 'utf8')) as Log;
    const state = events.map(parseRunEvent).reduce(apply, emptyRun(runIdSchema.parse(events[0]?.stream)));
    expect({ card: planCard(state), report: reportOf(state) }).toEqual(expected);
  });
});
