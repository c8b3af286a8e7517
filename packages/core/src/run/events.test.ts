import { describe, expect, it } from 'vitest';
import type { StoredEvent } from '../shared/envelope.js';
import { PlanwrightError } from '../shared/errors.js';
import { aPlan, aStep } from '../testing/make-plan.js';
import { Machine } from '../testing/machine.js';
import { apply } from './apply.js';
import { parseRunEvent } from './events.js';
import { emptyRun } from './state.js';

const stored = (event: object, seq = 1): StoredEvent =>
  ({
    stream: 'run-test1',
    seq,
    position: seq,
    at: '2026-01-01T00:00:00.000Z',
    actor: { kind: 'person', name: 'ada' },
    commandId: null,
    v: 1,
    ...event,
  }) as StoredEvent;

const codeOf = (read: () => unknown): string | undefined => {
  try {
    read();
    return undefined;
  } catch (error) {
    return PlanwrightError.is(error) ? error.code : 'other';
  }
};

describe('stored events', () => {
  it('give the same state when they were written out as JSON and read again, after every one of them', () => {
    const machine = Machine.started(aPlan([aStep('E1'), aStep('E2', { task: 'use #E1' })]), { onFailure: 'continue' })
      .fail()
      .do({ type: 'run.pause' })
      .done('E1')
      .do({ type: 'run.resume' })
      .done('E2');
    let live = emptyRun(machine.state.id);
    let read = emptyRun(machine.state.id);
    machine.events.forEach((event, index) => {
      live = apply(live, parseRunEvent(stored(event, index + 1)));
      read = apply(
        JSON.parse(JSON.stringify(read)) as typeof read,
        parseRunEvent(JSON.parse(JSON.stringify(stored(event, index + 1))) as StoredEvent),
      );
      expect(read).toEqual(live);
    });
    expect(live.status).toBe('done');
  });

  it('of a type or version from the future stop the reading', () => {
    expect(codeOf(() => parseRunEvent(stored({ type: 'run.teleported', data: {} })))).toBe('store-newer');
    expect(codeOf(() => parseRunEvent(stored({ type: 'run.started', v: 2, data: {} })))).toBe('store-newer');
    expect(codeOf(() => parseRunEvent(stored({ type: 'constructor', data: {} })))).toBe('store-newer');
  });

  it('whose data is not what it should be are damage, and the message names the place', () => {
    const read = (): unknown => parseRunEvent(stored({ type: 'step.started', data: { step: 'ab', try: 1 } }, 7));
    expect(codeOf(read)).toBe('store-damaged');
    expect(read).toThrow(/run-test1 event 7 \("step.started"\) cannot be read: step/);
  });
});
