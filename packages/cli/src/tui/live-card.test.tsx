import { PlanwrightError, planState } from '@planwright/core';
import { createMemoryEventStore, type EventStore } from '@planwright/runtime';
import { describe, expect, it, vi } from 'vitest';
import { type LiveCardOptions, type LiveCardResult, showLiveCard } from './live-card.js';
import { createTestTerminal, type TestTerminal } from './testing/test-terminal.js';
import { aPlan, approveAndStart, aRun, type TestRun, workOn } from './testing/make-run.js';

const oneStep = aPlan([{ label: 'E1', title: 'Find the place' }]);

type Shown = TestTerminal & {
  readonly result: Promise<LiveCardResult>;
  readonly sees: (text: string) => Promise<void>;
};

function show({ run, progress }: TestRun, options: Partial<LiveCardOptions> = {}): Shown {
  const terminal = createTestTerminal(80, 24);
  const result = showLiveCard(run, { approve: 'ask', progress, terminal, ...options });
  // A test may look at a rejection later than it happens.
  result.catch(() => undefined);
  const sees = (text: string): Promise<void> =>
    vi.waitFor(async () => expect((await terminal.emulator.screen()).join('\n')).toContain(text), { timeout: 5000 });
  return { ...terminal, result, sees };
}

describe('showLiveCard', () => {
  it('follows a run from the draft to its end and leaves the last frame on the screen', async () => {
    const test = await aRun(oneStep);
    const card = show(test, { details: ['Complexity 7 of 10'] });
    await card.sees('DRAFT');
    expect(card.isRaw()).toBe(true);
    card.press('a');
    await card.sees('working');
    test.worker.settle('E1', 'in writeRows()');
    const { state, left } = await card.result;
    expect({ state: planState(state), left }).toEqual({ state: 'done', left: false });
    expect(await card.emulator.history()).toMatchInlineSnapshot(`
      [
        " DONE  Add a --json flag to the export command",
        "████████████████████ 1 of 1 done · run-a0001 · revision 1",
        "Complexity 7 of 10",
        "",
        "  ✓ E1 Find the place                                      search  done 1 ms",
        "       in writeRows()",
      ]
    `);
    expect(card.isRaw()).toBe(false);
    expect(card.stdout.listenerCount('resize')).toBe(0);
  });

  it('says that the person left, and leaves the run as it is', async () => {
    const test = await aRun(oneStep);
    await approveAndStart(test.run);
    const card = show(test);
    await card.sees('RUNNING');
    card.press('q');
    expect(await card.result).toMatchObject({ left: true, state: { status: 'running' } });
    expect((await card.emulator.screen()).join('\n')).not.toContain('q leave');
    await test.run.pause();
    await test.run.refresh();
    expect((await card.emulator.screen()).join('\n')).toContain('RUNNING');
    expect(card.isRaw()).toBe(false);
  });

  it('does not take keys that were pressed before there was anything to see', async () => {
    const test = await aRun(oneStep);
    const terminal = createTestTerminal(80, 24);
    terminal.press('a');
    const result = showLiveCard(test.run, { approve: 'ask', terminal });
    await vi.waitFor(async () => expect((await terminal.emulator.screen()).join('\n')).toContain('DRAFT'));
    terminal.press('q');
    expect(await result).toMatchObject({ left: true, state: { status: 'draft', approval: null } });
  });

  it('takes Ctrl-C before the first frame as leaving', async () => {
    const test = await aRun(oneStep);
    const terminal = createTestTerminal(80, 24);
    terminal.press('\u0003');
    expect(await showLiveCard(test.run, { approve: 'ask', terminal })).toMatchObject({ left: true });
  });

  it('takes Ctrl-C as leaving', async () => {
    const card = show(await aRun(oneStep));
    await card.sees('DRAFT');
    card.press('\u0003');
    expect(await card.result).toMatchObject({ left: true, state: { status: 'draft' } });
  });

  it('shows a run that has ended already, and is done', async () => {
    const test = await aRun(oneStep);
    await test.run.cancel('not wanted');
    const card = show(test);
    expect(await card.result).toMatchObject({ left: false });
    expect((await card.emulator.screen()).join('\n')).toContain('CANCELLED');
  });

  it('starts an approved draft where approval is settled, and only then', async () => {
    const settled = await aRun(oneStep);
    await settled.run.approve();
    await show(settled, { approve: 'done' }).sees('RUNNING');
    const asked = await aRun(oneStep);
    await asked.run.approve();
    const card = show(asked);
    await card.sees('a start');
    expect(planState(asked.run.state())).toBe('draft');
    card.press('a');
    await card.sees('RUNNING');
  });

  it('does not start a draft that nobody approved', async () => {
    const test = await aRun(oneStep);
    const card = show(test, { approve: 'done' });
    await card.sees('Look at the plan and approve it');
    expect(planState(test.run.state())).toBe('draft');
  });

  it('draws afresh when the terminal changes its size', async () => {
    const card = show(await aRun());
    await card.sees('a approve and start');
    card.resize(40, 24);
    await card.sees('0/3 done');
    card.resize(100, 30);
    await card.sees('0 of 3 done');
    const history = (await card.emulator.history()).join('\n');
    expect(history.split('DRAFT')).toHaveLength(2);
  });

  it('rejects when the store fails while a step is carried out', async () => {
    const memory = createMemoryEventStore();
    let broken = false;
    const store: EventStore = {
      ...memory,
      append: (append) =>
        broken ? Promise.reject(new PlanwrightError('store-unwritable', 'the disk is full')) : memory.append(append),
    };
    const test = await aRun(oneStep, { store });
    await approveAndStart(test.run);
    const card = show(test);
    await card.sees('RUNNING');
    await workOn(test.run, 'E1');
    broken = true;
    test.worker.settle('E1', 'found');
    await expect(card.result).rejects.toThrow('the disk is full');
    expect(card.isRaw()).toBe(false);
  });

  it('tells a failing store on the card when a command could not be kept', async () => {
    const memory = createMemoryEventStore();
    let broken = false;
    const store: EventStore = {
      ...memory,
      append: (append) =>
        broken ? Promise.reject(new PlanwrightError('store-unwritable', 'the disk is full')) : memory.append(append),
    };
    const card = show(await aRun(oneStep, { store }));
    await card.sees('DRAFT');
    broken = true;
    card.press('a');
    await card.sees('the disk is full');
  });

  it('has one clock, and only while something is worked on', async () => {
    const test = await aRun(oneStep);
    const card = show(test);
    await card.sees('DRAFT');
    const timers = vi.spyOn(globalThis, 'setInterval');
    const cleared = vi.spyOn(globalThis, 'clearInterval');
    card.press('a');
    await card.sees('working');
    expect(timers.mock.calls.filter(([, ms]) => ms === 1000)).toHaveLength(1);
    test.worker.settle('E1', 'found');
    await card.result;
    const clock = timers.mock.results.find((_, index) => timers.mock.calls[index]?.[1] === 1000)?.value as unknown;
    expect(cleared).toHaveBeenCalledWith(clock);
    vi.restoreAllMocks();
  });
});
