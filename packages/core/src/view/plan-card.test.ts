import { describe, expect, it } from 'vitest';
import { mergeExplorations } from '../explore/merge-explorations.js';
import { aList, aPlan, aStep } from '../testing/make-plan.js';
import { Machine, person, settings } from '../testing/machine.js';
import { errorInfo } from '../shared/errors.js';
import { cardLine, planCard } from './plan-card.js';

const edited = (): Machine => Machine.started(aList(2)).do({ type: 'plan.edit', plan: aList(2, { goal: 'x' }) });

const inDoubt = (): Machine => {
  const machine = Machine.started(aPlan([aStep('E1', { agent: 'shell' })]));
  return machine.do({ type: 'step.interrupt', step: machine.id('E1'), try: 1, reason: 'gone' });
};

const asking = (): Machine =>
  Machine.started(aPlan([aStep('E0'), aStep('E1', { agent: 'coder' })]), { concurrency: 1 })
    .done('E0')
    .settle({ type: 'asks', asked: { tool: 'write', commands: [], files: ['b.ts'], reason: 'it wants b.ts' } });

const questioned = (): Machine => {
  const question = { id: 'Q1', question: 'Which way?', context: '', options: [], recommended: 'left', angles: [] };
  return new Machine()
    .do({ type: 'run.create', task: 'a task', settings, planning: { explore: true, clarify: 'ask' } })
    .do({
      type: 'exploration.finish',
      found: {
        ...{ level: 'low', reasons: [], angles: [], failed: [], notes: [] },
        merged: { ...mergeExplorations([]), questions: [question] },
      },
    });
};

const refused = (): Machine => {
  const error = { code: 'tool-denied', message: 'needs a shell', retryable: false } as const;
  return Machine.started(aList(1)).settle({ type: 'failed', error }, 'E1');
};

describe('the plan card', () => {
  it('names what a step needs in the order of the plan', () => {
    const plan = aPlan([aStep('E1'), aStep('E2'), aStep('E3', { dependsOn: ['E2', 'E1'] })]);
    expect(planCard(Machine.draft(plan).state).rows[2]?.needs).toEqual(['E1', 'E2']);
  });

  it('has a glyph for every status, and points at what is current', () => {
    const plan = aPlan([
      aStep('E1'),
      aStep('E2'),
      aStep('E3', { dependsOn: ['E2'] }),
      aStep('E4', { agent: 'coder', dependsOn: ['E2'] }),
      aStep('E5', { dependsOn: ['E1'] }),
      aStep('E6', { dependsOn: ['E5'] }),
    ]);
    const machine = Machine.started(plan, { onFailure: 'continue', maxAttempts: 1, concurrency: 2 })
      .done('E1', 'first line\nmore')
      .fail(undefined, 'E2', 'no such host');
    expect(
      planCard(machine.state).rows.map(({ glyph, label, current, note }) => [glyph, label, current, note]),
    ).toEqual([
      ['✓', 'E1', false, 'first line'],
      ['✗', 'E2', false, 'no such host'],
      ['▶', 'E3', true, ''],
      ['—', 'E4', false, 'it may write, and E2 gave it an error to work on'],
      ['▶', 'E5', true, ''],
      ['○', 'E6', false, ''],
    ]);
  });

  it('points at the step that comes next when none is at work', () => {
    const machine = Machine.started(aList(3)).do({ type: 'run.pause' }).done('E1');
    expect(planCard(machine.state).rows.map((row) => row.current)).toEqual([false, true, false]);
  });

  it('counts what is done and how many automatic steps are left', () => {
    expect(planCard(Machine.started(aList(4)).done().done().state)).toMatchObject({ done: 2, total: 4, autoBudget: 6 });
  });

  it('shows no budget where nothing is counted', () => {
    expect(planCard(Machine.started(aList(2), { autoSteps: null }).state).autoBudget).toBeNull();
    expect(planCard(Machine.started(aList(2, { advance: 'manual' })).state).autoBudget).toBeNull();
  });

  it.each([
    ['approve it', Machine.draft(aList(1))],
    ['It was rejected', Machine.draft(aList(1)).do({ type: 'plan.reject', reason: 'too risky' })],
    ['start it', Machine.draft(aList(1)).do({ type: 'plan.approve', policy: 'person' })],
    ['resume to go on', Machine.started(aList(1)).do({ type: 'run.pause' })],
    ['E1 has used its attempts: retry it', Machine.started(aList(1)).fail().fail().fail()],
    ['E1 failed, and would again as things are: put them right and retry it', refused()],
    ['needs rewriting', Machine.started(aList(1)).fail('revise')],
    ['the next step', Machine.started(aList(1, { advance: 'manual' }))],
    ['Revision 2 is not approved; approve it to go on', edited()],
    ['was archived', Machine.started(aList(1)).do({ type: 'run.archive' })],
    ['Many steps went by', Machine.started(aList(2), { autoSteps: 1 }).done()],
    ['E1 needs somebody', Machine.started(aPlan([aStep('E1', { agent: 'nobody' })]))],
    ['budget leaves no room (', Machine.started(aList(1)).do({ type: 'budget.set', budget: { timeMs: 1 } })],
    ['E1 is in doubt', inDoubt()],
    ['approve it (it only reads)', Machine.draft(aList(1))],
    ['E1 asks for more than was approved (it wants b.ts): allow it', asking()],
    ['Answer what is asked', questioned()],
  ])('says what is wanted of the supervisor: %s', (words, machine) => {
    expect(planCard(machine.state).wanted).toContain(words);
  });

  it.each([
    ['running', Machine.started(aList(2)), [true, false, true, false]],
    ['paused by a person', Machine.started(aList(2)).do({ type: 'run.pause' }), [false, true, true, false]],
    ['a draft', Machine.draft(aList(2)), [false, false, true, true]],
    ['waiting for approval alone', edited(), [false, false, true, true]],
    ['waiting for approval and paused', edited().do({ type: 'run.pause' }), [false, true, true, true]],
    ['cancelled', Machine.started(aList(2)).do({ type: 'run.cancel' }), [false, false, false, false]],
  ])('offers what would have an effect on a plan that is %s', (_, machine, enabled) => {
    const { actions } = planCard(machine.state);
    expect(actions.map((action) => action.enabled)).toEqual(enabled);
    expect(actions.map((action) => action.why === '')).toEqual(enabled);
    const resumed = machine.do({ type: 'run.resume' }).refusal;
    if (enabled[1]) expect(resumed).toBeNull();
  });

  it('says why an approval of this very plan holds no longer, and lets it be given again', () => {
    const ground = { baseCommit: 'a'.repeat(40), agents: 'one' };
    const machine = Machine.draft(aList(1))
      .do({ type: 'plan.approve', policy: 'person' }, person, { ground })
      .do({ type: 'run.start' }, person, { ground })
      .do({ type: 'run.pause' }, person, { ground: { ...ground, baseCommit: 'b'.repeat(40) } });
    const card = planCard(machine.do({ type: 'run.resume' }).state);
    expect(card.wanted).toBe(
      'The approval of revision 1 holds no longer (it was approved on aaaaaaaaaaaa, and the project is now at bbbbbbbbbbbb); approve it again, or resume once it is as it was',
    );
    expect(card.actions).toContainEqual({ name: 'approve', enabled: true, why: '' });
  });

  it('says of a plan that writes only that it is to be approved', () => {
    const { wanted } = planCard(Machine.draft(aPlan([aStep('E1', { agent: 'coder' })])).state);
    expect(wanted).toBe('Look at the plan and approve it');
  });

  it('says of a step in doubt what can be said about it', () => {
    expect(planCard(inDoubt().state).wanted).toMatch(/^E1 is in doubt: .+; retry it, or say done, failed or skip$/);
  });

  it('says of a budget that was spent why, where that is known', () => {
    const machine = Machine.started(aList(1)).settle({
      type: 'failed',
      error: errorInfo('budget-spent', '5 of 5 tokens'),
    });
    expect(planCard(machine.state).wanted).toBe('The budget leaves no room (5 of 5 tokens); raise it to go on');
  });

  it('says why what waits for an approval alone is not resumed', () => {
    expect(planCard(edited().state).actions).toContainEqual({
      name: 'resume',
      enabled: false,
      why: 'the plan waits for approval',
    });
  });

  it('wants nothing of anybody while it runs and once it has ended', () => {
    expect(planCard(new Machine().do({ type: 'run.create', task: 'a task', settings }).state).wanted).toBeNull();
    expect(planCard(Machine.started(aList(1)).state).wanted).toBeNull();
    expect(planCard(Machine.started(aList(1)).done().state).wanted).toBeNull();
  });

  it('tells a step that is tried again which attempt this is and what went wrong before', () => {
    expect(planCard(Machine.started(aList(1)).fail().state).rows[0]?.note).toBe('attempt 2 of 3; before: it broke');
  });

  it('tells a step that was stopped that it starts again', () => {
    const machine = Machine.started(aList(1)).do({ type: 'run.pause' });
    machine.do({ type: 'step.interrupt', step: machine.id('E1'), try: 1, reason: 'gone' });
    expect(planCard(machine.state).rows[0]?.note).toBe('was stopped; starts again from its beginning');
  });

  it('says what a step needs, and how long it took', () => {
    const plan = aPlan([aStep('E1'), aStep('E2', { dependsOn: ['E1'] })]);
    expect(planCard(Machine.started(plan).done('E1').state).rows).toMatchObject([
      { needs: [], durationMs: 1000 },
      { needs: ['E1'], durationMs: null },
    ]);
  });

  it('has the task where there is no plan yet, and where the plan names no goal', () => {
    expect(planCard(questioned().state)).toMatchObject({ goal: 'a task', rows: [], total: 0 });
    expect(planCard(Machine.draft(aList(1, { goal: '' })).state).goal).toBe('a task');
  });

  it('fits in a line', () => {
    expect(cardLine(planCard(Machine.draft(aList(1)).state))).toBe('draft · 0/1 · a goal');
    expect(cardLine(planCard(Machine.started(aList(2)).done().do({ type: 'run.pause' }).state))).toBe(
      'paused (supervisor) · 1/2 · a goal',
    );
  });
});
