import { planState, type RunEvent } from '@planwright/core';
import { createRuntime, type Run } from '@planwright/runtime';
import { createCountingIds, createFixedClock } from '@planwright/runtime/testing';
import { render } from 'ink-testing-library';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { InteractiveCard } from './interactive-card.js';
import {
  approveAndStart,
  aRun,
  createSteeredWorker,
  failToTheCap,
  type TestRun,
  threeSteps,
  workOn,
} from './testing/make-run.js';

const open: (() => void)[] = [];
afterEach(() => open.splice(0).forEach((close) => close()));

type Shown = {
  readonly press: (...keys: string[]) => Promise<void>;
  readonly sees: (text: string | RegExp) => Promise<void>;
  readonly frame: () => string;
  readonly onLeave: ReturnType<typeof vi.fn>;
};

/** The card of a run with a keyboard before it, drawn again after every event, as `showLiveCard` does. */
function show({ run, progress }: Pick<TestRun, 'run' | 'progress'>): Shown {
  const onLeave = vi.fn();
  const onTrouble = (error: unknown): never => {
    throw error;
  };
  const card = (): React.ReactElement => (
    <InteractiveCard
      run={run}
      state={run.state()}
      details={[]}
      progress={progress}
      screen={{ columns: 100, rows: 30 }}
      final={false}
      onLeave={onLeave}
      onTrouble={onTrouble}
    />
  );
  const shown = render(card());
  void (async () => {
    for await (const event of run.events()) if (event.seq > 0) shown.rerender(card());
  })();
  open.push(shown.unmount);
  const frame = (): string => shown.lastFrame() ?? '';
  return {
    frame,
    onLeave,
    press: async (...keys) => {
      for (const key of keys) {
        shown.stdin.write(key);
        await new Promise((resolve) => setTimeout(resolve));
      }
    },
    sees: (text) => vi.waitFor(() => expect(frame()).toMatch(text), { timeout: 5000 }),
  };
}

async function eventsOf({ run, store }: TestRun): Promise<readonly RunEvent['type'][]> {
  return (await store.read(run.id)).map(({ type }) => type as RunEvent['type']);
}

const enter = '\r';
const escape = '\u001b';

describe('the keys of the card', () => {
  it('start nothing before a, and then exactly the plan that is shown', async () => {
    const test = await aRun();
    const card = show(test);
    await card.press('p', 'r', 't', 's', 'd', 'f');
    expect(await eventsOf(test)).toEqual(['run.created', 'plan.drafted', 'check.finished']);
    await card.press('a');
    await card.sees('RUNNING');
    expect(test.run.state().approval).toMatchObject({ hash: test.run.state().hash, policy: 'person' });
  });

  it('refuse to approve a plan that changed after it was drawn', async () => {
    const test = await aRun();
    const shown = test.run.state();
    const card = show({ ...test, run: { ...test.run, state: () => shown } });
    await test.run.edit({ ...threeSteps, goal: 'another goal' });
    await card.press('a');
    await card.sees(/the plan is now revision 2/);
    expect(planState(test.run.state())).toBe('draft');
  });

  it('pause, resume, and cancel after a yes', async () => {
    const test = await aRun();
    await approveAndStart(test.run);
    const card = show(test);
    await card.press('p');
    await card.sees('PAUSED: supervisor');
    await card.sees('Your turn: Paused by you; resume to go on');
    await card.press('r');
    await card.sees('RUNNING');
    await card.press('c');
    await card.sees('Cancel the run?');
    await card.press('n');
    await card.sees('c cancel');
    expect(planState(test.run.state())).toBe('running');
    await card.press('c', 'y');
    await card.sees('CANCELLED');
  });

  it('say why something does not apply', async () => {
    const card = show(await aRun());
    await card.press('r');
    await card.sees('the plan is draft');
    await card.press('s');
    await card.sees('steps can be settled only while the plan is running or paused');
  });

  it('retry a step at its cap with a hint', async () => {
    const test = await aRun();
    await approveAndStart(test.run);
    await failToTheCap(test, 'E1');
    const card = show(test);
    await card.sees('E1 has used its attempts');
    await card.press('t', 'use strict mode', enter);
    await card.sees('RUNNING');
    expect(test.run.state().execution?.steps[0]).toMatchObject({ status: 'in_progress', hint: 'use strict mode' });
  });

  it('skip the selected step, with or without a reason', async () => {
    const test = await aRun();
    await approveAndStart(test.run);
    const card = show(test);
    await card.press('j', 'j', 's', enter);
    await card.sees(/— E3 .* skipped/);
    expect(test.run.state().execution?.steps[2]).toMatchObject({ status: 'skipped', reason: 'skipped by user' });
  });

  it('settle by hand what was handed over', async () => {
    const worker = createSteeredWorker([{ name: 'search', class: 'reads', purpose: 'finds' }]);
    const test = await aRun(threeSteps, { worker });
    await approveAndStart(test.run);
    await workOn(test.run, 'E1');
    worker.settle('E1', 'found');
    const card = show(test);
    await card.sees('E2 needs somebody: do it, then say done or failed');
    await card.press('d', enter);
    await card.sees('say what was done or found');
    await card.press('the flag is there', enter);
    await card.sees(/✓ E2 .* done/);
    await card.sees('E3 needs somebody');
    await card.press('f', 'no tests here', enter);
    await card.sees('FAILED');
    expect(test.run.state().execution?.steps[1]).toMatchObject({ status: 'done', answer: 'the flag is there' });
  });

  it('open a step and go back to following the run', async () => {
    const test = await aRun();
    await approveAndStart(test.run);
    await workOn(test.run, 'E1');
    const card = show(test);
    await card.press(' ');
    await card.sees('│ Task: Do E1');
    test.worker.settle('E1', 'a first line\na second line');
    await card.sees('│ a second line');
    await card.press(escape);
    await card.sees(/› ▶ E2/);
    expect(card.frame()).not.toContain('│');
  });

  it('leave, and leave the run alone', async () => {
    const test = await aRun();
    const card = show(test);
    await card.press('q');
    expect(card.onLeave).toHaveBeenCalledOnce();
    await card.press('t', '\u0003');
    expect(card.onLeave).toHaveBeenCalledTimes(2);
    expect(planState(test.run.state())).toBe('draft');
  });

  it('are not pressed by a paste', async () => {
    const test = await aRun();
    const card = show(test);
    await card.press('a quick plan, yes');
    expect(planState(test.run.state())).toBe('draft');
    expect(card.frame()).toContain('DRAFT');
  });
});

describe('what the card hears', () => {
  it('shows what workers say, the last line of it and as text', async () => {
    const test = await aRun();
    await approveAndStart(test.run);
    const card = show(test);
    await workOn(test.run, 'E1');
    test.worker.say('E1', 'first\n\u001b[31mreading\u001b[0m src/export.ts\n');
    await card.sees('reading src/export.ts');
    test.worker.settle('E1', 'found');
    await card.sees(/found/);
    expect(card.frame()).not.toContain('reading');
  });

  it('shows what another process does', async () => {
    const test = await aRun();
    const card = show(test);
    const elsewhere = createRuntime({
      worker: createSteeredWorker(),
      store: test.store,
      clock: createFixedClock(),
      ids: createCountingIds('b'),
    });
    const other: Run = await elsewhere.open(test.run.id);
    await approveAndStart(other);
    await card.sees('RUNNING');
    await other.pause();
    await card.sees('PAUSED');
  });
});
