import { describe, expect, it } from 'vitest';
import type { Step } from '../plan/step.js';
import { aPlan, aStep } from '../testing/make-plan.js';
import { Machine } from '../testing/machine.js';
import { planState } from '../run/state.js';

const writer = (label: string, ...paths: readonly string[]): Step =>
  aStep(label, { agent: 'coder', files: paths.map((path) => ({ path })) });

const started = (...steps: readonly Step[]): Machine => Machine.started(aPlan(steps, { mode: 'parallel' }));

describe('steps that may run together', () => {
  it.each([
    ['the same file', 'src/a.ts', './src/a.ts'],
    ['a folder and what is in it', 'src/', 'src/a.ts'],
    ['a pattern and what fits it', 'src/*.ts', 'src/a.ts'],
  ])('wait for each other when they name %s', (_what, one, other) => {
    const machine = started(writer('E1', one), writer('E2', other), writer('E3', 'docs/a.md'));
    expect(machine.working).toEqual(['E1', 'E3']);
    expect(machine.step('E2').attempts).toBe(0);
    expect(machine.done('E1').working).toEqual(['E2', 'E3']);
  });

  it('wait for each other when they name more files than can be held against each other', () => {
    const files = (folder: string) => Array.from({ length: 10_000 }, (_, place) => `${folder}/${place}.ts`);
    const machine = started(writer('E1', ...files('a')), writer('E2', ...files('b')), writer('E3', 'c.ts'));
    expect(machine.working).toEqual(['E1', 'E3']);
    expect(machine.done('E1').working).toEqual(['E2', 'E3']);
  });

  it('do not wait for one that only reads, or names no files', () => {
    const reader = aStep('E2', { agent: 'search', files: [{ path: 'a.ts' }] });
    const looker = aStep('E3', { agent: 'coder', files: [{ path: 'b.ts' }, { path: 'a.ts', action: 'read' }] });
    expect(started(writer('E1', 'c.ts'), reader, looker, writer('E4')).working).toEqual(['E1', 'E2', 'E3', 'E4']);
  });

  it('wait before a retry too, and are never all waiting', () => {
    const machine = started(writer('E1', 'a.ts'), writer('E2', 'a.ts'), writer('E3', 'a.ts'));
    expect(machine.fail('retry', 'E1').working).toEqual(['E1']);
    expect(machine.done('E1').working).toEqual(['E2']);
    machine.do({ type: 'run.pause' }).fail('retry', 'E2').do({ type: 'run.resume' });
    expect(machine.working).toEqual(['E2']);
    machine.done().done();
    expect(planState(machine.state)).toBe('done');
  });
});
