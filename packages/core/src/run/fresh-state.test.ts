import { describe, expect, it } from 'vitest';
import { Machine, settings } from '../testing/machine.js';
import { aList } from '../testing/make-plan.js';
import { freshCopy } from './fresh-state.js';

describe('a fresh copy of a state', () => {
  it('is another object with the same fields', () => {
    const { state } = Machine.started(aList(3)).done();
    expect(freshCopy(state)).toStrictEqual(state);
    expect(freshCopy(state)).not.toBe(state);
  });
});

describe('a state that was given out', () => {
  it('is never changed by what is decided on it', () => {
    const machine = new FrozenMachine();
    machine.do({ type: 'run.create', task: 'a task', settings });
    machine.do({ type: 'plan.draft', plan: aList(3), source: 'given' });
    machine.do({ type: 'plan.approve', policy: 'person' }).do({ type: 'run.start' });
    machine.done().fail('retry').fail('abort');
    machine.do({ type: 'run.cancel', reason: 'enough' });
    expect(machine.state.status).not.toBe('running');
  });
});

/** Assigning to anything in one of its states throws. */
class FrozenMachine extends Machine {
  override do(...asked: Parameters<Machine['do']>): this {
    freezeDeeply(this.state);
    return super.do(...asked);
  }
}

function freezeDeeply(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  Object.values(value).forEach(freezeDeeply);
}
