import { builtInAgents, planCard, type RunState } from '@planwright/core';
import fc from 'fast-check';
import { renderToString } from 'ink';
import { describe, expect, it } from 'vitest';
import { textWidth } from '../output/text-width.js';
import { App } from './app.js';
import { type CardInput, noInput } from './card-input.js';
import { type CardFacts, cardView } from './card-view.js';
import { openLines } from './open-lines.js';
import { selectedRow } from './selected-row.js';
import {
  aPlan,
  approveAndStart,
  aRun,
  createSteeredWorker,
  failToTheCap,
  failure,
  threeSteps,
  workOn,
} from './testing/make-run.js';

type FrameOptions = Partial<Pick<CardFacts, 'said' | 'details' | 'nowMs' | 'final'>> & {
  readonly columns?: number;
  readonly rows?: number;
  readonly input?: Partial<CardInput>;
};

/** The frame for a state, as text. */
function frameOf(state: RunState, options: FrameOptions = {}): string {
  const { columns = 80, rows = 24, final = false, details = [], said = new Map() } = options;
  const screen = { columns, rows };
  const input = { ...noInput, ...options.input };
  const card = planCard(state);
  const at = final ? -1 : selectedRow(state, card, input);
  const row = card.rows[at];
  const text = input.open && row !== undefined ? openLines(state, row, screen) : [];
  const nowMs = options.nowMs ?? Date.parse(state.updatedAt) + 12_000;
  const view = cardView({ state, card, input, at, text, said, details, nowMs, screen, final });
  return renderToString(<App view={view} />, { columns });
}

/** The first step done, the second under way. */
async function aRunUnderWay(): Promise<RunState> {
  const { run, worker } = await aRun();
  await approveAndStart(run);
  await workOn(run, 'E1');
  worker.settle('E1', 'in writeRows()\nand nowhere else');
  await workOn(run, 'E2');
  return run.state();
}

async function aRunAtTheCap(): Promise<RunState> {
  const test = await aRun();
  await approveAndStart(test.run);
  await failToTheCap(test, 'E1');
  return test.run.state();
}

describe('the card', () => {
  it('shows a draft, what its steps may do, and that approval is wanted', async () => {
    const { run } = await aRun();
    expect(`\n${frameOf(run.state(), { details: ['Complexity 7 of 10'] })}`).toMatchInlineSnapshot(`
      "
      [DRAFT] Add a --json flag to the export command
      ░░░░░░░░░░░░░░░░░░░░ 0 of 3 done · run-a0001 · revision 1
      Complexity 7 of 10

      › ○ E1 Find where the rows are written          search (reads)          pending
        ○ E2 Add the flag                             coder (writes) ← E1     pending
        ○ E3 Run the tests of the export command      tester (external) ← E2  pending

      Your turn: Look at the plan and approve it
      a approve and start  p pause  r resume  c cancel  q leave
      E1  ↑↓ select  enter open  t retry  s skip  d done  f failed"
    `);
  });

  it('shows how far a run is', async () => {
    const state = await aRunUnderWay();
    const [, second] = state.execution?.plan.steps ?? [];
    const said = new Map([[second?.id ?? null, { text: 'reading src/export.ts', try: 1 }]]);
    expect(`\n${frameOf(state, { said })}`).toMatchInlineSnapshot(`
      "
      [RUNNING] Add a --json flag to the export command
      ███████░░░░░░░░░░░░░ 1 of 3 done · run-a0001 · revision 1

        ✓ E1 Find where the rows are written                search       done 1 ms
             in writeRows()
      › ▶ E2 Add the flag                                   coder ← E1   working 0:12
             reading src/export.ts
        ○ E3 Run the tests of the export command            tester ← E2  pending

      a approve  p pause  r resume  c cancel  q leave
      E2  ↑↓ select  enter open  t retry  s skip  d done  f failed"
    `);
  });

  it('does not show what an earlier try said', async () => {
    const state = await aRunUnderWay();
    const [, second] = state.execution?.plan.steps ?? [];
    const said = new Map([[second?.id ?? null, { text: 'old news', try: 0 }]]);
    expect(frameOf(state, { said })).not.toContain('old news');
  });

  it('stays readable at 40 columns and 15 lines', async () => {
    expect(`\n${frameOf(await aRunUnderWay(), { columns: 40, rows: 15 })}`).toMatchInlineSnapshot(`
      "
      [RUNNING] Add a --json flag to the
                export command
      1/3 done · run-a0001 · revision 1

        ✓ E1 Find where the ro…  done 1 ms
             in writeRows()
      › ▶ E2 Add the flag        working 0:12
        ○ E3 Run the tests of …  pending

      a approve  p pause  r resume  c cancel
      q leave  ↑↓ select  enter open  t retry
      s skip  d done  f failed"
    `);
  });

  it('stays readable at 40 columns and 10 lines', async () => {
    expect(`\n${frameOf(await aRunAtTheCap(), { columns: 40, rows: 10 })}`).toMatchInlineSnapshot(`
      "
      [PAUSED] 0/3 Add a --json flag to the …
      › ▶ E1 Find where the ro…  waiting
        ○ E2 Add the flag        pending
        ○ E3 Run the tests of …  pending
      Your turn: E1 has used its attempts:
      retry it (with a hint), skip it, edit …
      a approve  p pause  r resume  c cancel
      q leave  ↑↓ select  enter open  t retry
      s skip  d done  f failed"
    `);
  });

  it('says at the retry cap what was tried and what can be done', async () => {
    expect(`\n${frameOf(await aRunAtTheCap(), { input: { open: true } })}`).toMatchInlineSnapshot(`
      "
      [PAUSED: retry cap] Add a --json flag to the export command
      ░░░░░░░░░░░░░░░░░░░░ 0 of 3 done · run-a0001 · revision 1

      › ▶ E1 Find where the rows are written                search       waiting
        │ Find where the rows are written (search, only reads)
        │ Try 1 failed: the compiler said no
        │ Try 2 failed: the compiler said no
        │ Try 3 failed: the compiler said no
        │ Task: Do E1
        ○ E2 Add the flag                                   coder ← E1   pending
        ○ E3 Run the tests of the export command            tester ← E2  pending

      Your turn: E1 has used its attempts: retry it (with a hint), skip it, edit it,
      or cancel
      a approve  p pause  r resume  c cancel  q leave
      E1  ↑↓ select  enter open  t retry  s skip  d done  f failed"
    `);
  });

  it('scrolls 20 steps around the current one on 24 lines', async () => {
    const labels = Array.from({ length: 20 }, (_, index) => `E${index + 1}`);
    const { run, worker } = await aRun(
      aPlan(
        labels.map((label) => ({ label })),
        { mode: 'sequential' },
      ),
    );
    await approveAndStart(run);
    for (const label of labels.slice(0, 11)) {
      await workOn(run, label);
      worker.settle(label, `answer of ${label}`);
    }
    await workOn(run, 'E12');
    expect(`\n${frameOf(run.state())}`).toMatchInlineSnapshot(`
      "
      [RUNNING] Add a --json flag to the export command
      ███████████░░░░░░░░░ 11 of 20 done · run-a0001 · revision 1
        ↑ 2 more: 2 done
        ✓ E3  Do E3                                              search  done 1 ms
        ✓ E4  Do E4                                              search  done 1 ms
        ✓ E5  Do E5                                              search  done 1 ms
        ✓ E6  Do E6                                              search  done 1 ms
        ✓ E7  Do E7                                              search  done 1 ms
        ✓ E8  Do E8                                              search  done 1 ms
        ✓ E9  Do E9                                              search  done 1 ms
        ✓ E10 Do E10                                             search  done 1 ms
        ✓ E11 Do E11                                             search  done 1 ms
      › ▶ E12 Do E12                                             search  working 0:12
        ○ E13 Do E13                                             search  pending
        ○ E14 Do E14                                             search  pending
        ○ E15 Do E15                                             search  pending
        ○ E16 Do E16                                             search  pending
        ○ E17 Do E17                                             search  pending
        ○ E18 Do E18                                             search  pending
        ○ E19 Do E19                                             search  pending
        ○ E20 Do E20                                             search  pending
      a approve  p pause  r resume  c cancel  q leave
      E12  ↑↓ select  enter open  t retry  s skip  d done  f failed"
    `);
  });

  it('keeps the last frame free of keys and marks', async () => {
    const { run, worker } = await aRun(aPlan([{ label: 'E1' }, { label: 'E2' }]), { onFailure: 'continue' });
    await approveAndStart(run);
    await workOn(run, 'E1');
    worker.settle('E1', 'found');
    for (const attempt of [1, 2, 3]) {
      await workOn(run, 'E2', attempt);
      worker.settle('E2', failure('the compiler said no'));
    }
    await run.rest();
    expect(`\n${frameOf(run.state(), { final: true, input: { notice: 'x', open: true } })}`).toMatchInlineSnapshot(`
      "
      [FAILED] Add a --json flag to the export command
      ██████████░░░░░░░░░░ 1 of 2 done, 1 failed · run-a0001 · revision 1

        ✓ E1 Do E1                                               search  done 1 ms
             found
        ✗ E2 Do E2                                               search  failed 1 ms
             the compiler said no"
    `);
  });

  it('shows critical findings to whoever is asked to approve', async () => {
    const plan = aPlan([{ label: 'E1', agent: 'wizard' }]);
    const { run } = await aRun(plan, { worker: createSteeredWorker(builtInAgents) });
    const frame = frameOf(run.state());
    expect(frame).toContain('Critical in E1:');
    expect(frame).toContain('wizard');
  });

  it('cuts a long text and says how much is left', async () => {
    const { run, worker } = await aRun(aPlan([{ label: 'E1' }, { label: 'E2', dependsOn: ['E1'] }]));
    await approveAndStart(run);
    await workOn(run, 'E1');
    worker.settle('E1', Array.from({ length: 100 }, (_, line) => `line ${line}`).join('\n'));
    await workOn(run, 'E2');
    const [first] = run.state().execution?.plan.steps ?? [];
    const opened = { open: true, selected: first?.id ?? null };
    const frame = frameOf(run.state(), { rows: 15, input: opened });
    expect(frame).toContain('│ line 0');
    expect(frame).toMatch(/… \d+ more lines \(PgDn\)/);
    expect(frameOf(run.state(), { rows: 15, input: { ...opened, scroll: 1000 } })).toContain('│ line 99');
  });

  it('draws text of models as data', async () => {
    const { run } = await aRun(
      aPlan([{ label: 'E1', title: '\u001b[2Jboo\nboo' }], { goal: 'a\u0007\u001b]0;x\u0007b' }),
    );
    const frame = frameOf(run.state());
    expect(frame).toContain('boo boo');
    expect(frame).toContain('ab');
    expect(frame).not.toContain('\u001b');
  });

  it('never is as high as the screen or as wide, whatever the screen and the person at it', async () => {
    const wide = aPlan([
      { label: 'E1', title: '説明'.repeat(40), agent: 'a-long-name-for-an-agent' },
      { label: 'E2', title: '👩‍👩‍👧 family', dependsOn: ['E1'] },
    ]);
    const states = [
      (await aRun(wide)).run.state(),
      (await aRun()).run.state(),
      await aRunUnderWay(),
      await aRunAtTheCap(),
    ];
    const anything = fc.record({
      state: fc.constantFrom(...states),
      columns: fc.integer({ min: 20, max: 140 }),
      rows: fc.integer({ min: 10, max: 40 }),
      open: fc.boolean(),
      notice: fc.constantFrom(null, 'no', 'a long reason why that is not possible now, in every detail there is'),
      asks: fc.constantFrom(null, 'cancel' as const, 'retry' as const),
    });
    fc.assert(
      fc.property(anything, ({ state, columns, rows, open, notice, asks }) => {
        const [step] = state.execution?.plan.steps ?? [];
        const line = { step: step?.id ?? '', label: 'E1', text: 'x'.repeat(200) };
        const prompt = asks === 'retry' ? { asks, ...line } : asks === 'cancel' ? { asks } : null;
        const lines = frameOf(state, { columns, rows, details: ['a', 'b'], input: { open, notice, prompt } }).split(
          '\n',
        );
        expect(Math.max(...lines.map(textWidth))).toBeLessThan(columns);
        if (columns >= 40) expect(lines.length).toBeLessThan(rows);
      }),
      { numRuns: 150 },
    );
  });

  it('has a line for a plan that could not be made', async () => {
    const { run } = await aRun(threeSteps);
    const state: RunState = {
      ...run.state(),
      status: 'failed',
      execution: null,
      error: { code: 'model-unavailable', message: 'no model answers', retryable: true },
    };
    expect(frameOf(state)).toContain('no model answers');
  });
});
