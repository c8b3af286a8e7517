import { planCard } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import { aPlan, approveAndStart, aRun, failToTheCap, isDone, type TestRun, workOn } from './testing/make-run.js';
import { whyNotPlan, whyNotStep } from './why-not.js';

const stepKeys = ['retry', 'skip', 'done', 'failed'] as const;

/** The keys that may be pressed for a step, by its label. */
function allowed({ run }: TestRun, label: string): readonly string[] {
  const id = run.state().execution?.plan.steps.find((step) => step.label === label)?.id ?? '';
  return stepKeys.filter((key) => whyNotStep(run.state(), id, key) === null);
}

describe('what applies to the plan', () => {
  it('is approve and cancel for a draft, and start when somebody else has approved it', async () => {
    const { run } = await aRun();
    const at = (key: 'approve' | 'pause' | 'resume' | 'cancel'): string | null =>
      whyNotPlan(planCard(run.state()), key);
    expect([at('approve'), at('cancel')]).toEqual([null, null]);
    expect([at('pause'), at('resume')]).toEqual(['the plan is draft', 'the plan is draft']);
    await run.approve();
    expect(at('approve')).toBeNull();
  });

  it('is pause and cancel for a plan under way', async () => {
    const { run } = await aRun();
    await approveAndStart(run);
    const card = planCard(run.state());
    expect(whyNotPlan(card, 'approve')).toBe('nothing waits for approval');
    expect(whyNotPlan(card, 'pause')).toBeNull();
    expect(whyNotPlan(card, 'resume')).toBe('the plan is running');
  });
});

describe('what applies to a step', () => {
  it('is nothing in a draft', async () => {
    expect(allowed(await aRun(), 'E1')).toEqual([]);
  });

  it('is skip while it is worked on', async () => {
    const test = await aRun();
    await approveAndStart(test.run);
    expect(allowed(test, 'E1')).toEqual(['skip']);
  });

  it('is everything at the retry cap', async () => {
    const test = await aRun();
    await approveAndStart(test.run);
    await failToTheCap(test, 'E1');
    expect(allowed(test, 'E1')).toEqual(['retry', 'skip', 'done', 'failed']);
  });

  it('is nothing once it is done or skipped, and the reason says so', async () => {
    const test = await aRun(aPlan([{ label: 'E1' }, { label: 'E2' }, { label: 'E3' }]));
    const { run, worker } = test;
    await approveAndStart(run);
    await workOn(run, 'E1');
    worker.settle('E1', 'found');
    await isDone(run, 'E1');
    const second = run.state().execution?.plan.steps[1];
    if (second === undefined) throw new Error('no second step');
    await run.skip(second.id);
    expect([allowed(test, 'E1'), allowed(test, 'E2')]).toEqual([[], []]);
    expect(whyNotStep(run.state(), second.id, 'skip')).toBe('step E2 is skipped already');
  });

  it('is nothing for a step that is not there', async () => {
    expect(whyNotStep((await aRun()).run.state(), '', 'skip')).toBe('there are no steps yet');
  });
});
