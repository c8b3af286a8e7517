import type { RunId } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import type { Dispatched } from '../ports/step-runner.js';
import { createLocalStepRunner } from './local-step-runner.js';

const runId = 'run-a' as RunId;
const draft: Dispatched = { runId, effect: { type: 'draft-plan', key: 'run-a:plan:1', planner: true } };

describe('an effect that was interrupted and begun anew', () => {
  it('is under way until the second ends, whenever the first does', async () => {
    const ends: (() => void)[] = [];
    const runner = createLocalStepRunner(() => ({
      done: new Promise((resolve) => ends.push(resolve)),
      stop: () => undefined,
    }));
    runner.dispatch(draft);
    runner.interrupt(runId, draft.effect.key);
    runner.dispatch(draft);
    ends[0]?.();
    await new Promise((resolve) => setImmediate(resolve));
    runner.dispatch(draft);
    expect(ends).toHaveLength(2);
    ends[1]?.();
    await runner.idle();
    expect(runner.underWay(runId)).toEqual([]);
  });
});
