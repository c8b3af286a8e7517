import { describe, expect, it } from 'vitest';
import type { Plan } from '../plan/plan.js';
import { Machine, person, settings, system } from '../testing/machine.js';
import { aList, aPlan, aStep } from '../testing/make-plan.js';
import type { CommandContext } from './commands.js';
import { next } from './next.js';
import { needsReview, pauseOf, planState } from './state.js';

const ground = { baseCommit: 'a'.repeat(40), agents: 'one' };
const moved = { ...ground, baseCommit: 'b'.repeat(40) };

/** A run whose plans come from a planner that can be told what was wrong. */
function planned(...plans: readonly Plan[]): Machine {
  const machine = new Machine();
  machine.executor = { ...machine.executor!, redrafts: true };
  machine.do({ type: 'run.create', task: 'do it all', settings });
  for (const plan of plans) machine.do({ type: 'plan.draft', plan, source: 'planner' }, system);
  return machine;
}

/** Has a critical finding that nothing in the plan can put right. */
const broken = (goal: string): Plan => aPlan([aStep('E1', { task: 'Find the limit', dependsOn: ['E7'] })], { goal });
const good = aPlan([aStep('E1', { task: 'Find where the limit is set' })]);

describe('a plan that changed after it was approved', () => {
  it('does not start: revision 3 approved, edited to revision 4', () => {
    const machine = Machine.draft(aList(1))
      .do({ type: 'plan.edit', plan: aList(2) })
      .do({ type: 'plan.edit', plan: aList(3) })
      .do({ type: 'plan.approve', policy: 'person' })
      .do({ type: 'plan.edit', plan: aList(4) })
      .do({ type: 'run.start' });
    expect(machine.state).toMatchObject({ revision: 4, status: 'draft', approval: { revision: 3 } });
    expect(machine.refusal).toMatchObject({
      code: 'approval-missing',
      message: 'revision 4 of the plan is not approved (revision 3 was approved; it has changed since)',
    });
  });
});

describe('what an approval binds', () => {
  const plan = aPlan([aStep('E1'), aStep('E2', { agent: 'coder', files: [{ path: 'a.ts' }], verify: ['npm test'] })]);

  it('is the hash, the base commit, the agents, what each step may do, and the budget', () => {
    const machine = Machine.draft(plan)
      .do({ type: 'budget.set', budget: { tokens: 1_000 } })
      .do({ type: 'plan.approve', policy: 'person' }, person, { ground });
    expect(machine.state.approval).toEqual({
      revision: 1,
      hash: machine.state.hash,
      policy: 'person',
      by: 'ada',
      at: expect.any(String) as string,
      ground,
      budget: { tokens: 1_000 },
      toolPolicy: [
        { step: machine.id('E1'), class: 'reads', files: 'any', commands: [], otherwise: 'ask' },
        { step: machine.id('E2'), class: 'external', files: ['a.ts'], commands: ['npm test'], otherwise: 'ask' },
      ],
    });
  });

  it('is checked before every step: a base that moved is shown and asked', () => {
    const machine = Machine.draft(aList(3))
      .do({ type: 'plan.approve', policy: 'person' }, person, { ground })
      .do({ type: 'run.start' }, person, { ground });
    const [e1, e2] = [machine.id('E1'), machine.id('E2')];
    machine.do({ type: 'step.settle', step: e1, try: 1, outcome: { type: 'done', answer: 'x' } }, system, { ground });
    expect(machine.working).toEqual(['E2']);
    machine.do({ type: 'step.settle', step: e2, try: 1, outcome: { type: 'done', answer: 'x' } }, system, {
      ground: moved,
    });
    expect(machine.working).toEqual([]);
    expect(pauseOf(machine.state)).toMatchObject({
      reason: 'approval',
      note: 'it was approved on aaaaaaaaaaaa, and the project is now at bbbbbbbbbbbb',
    });
    machine.do({ type: 'run.resume' }, person, { ground: moved });
    expect(machine.refusal?.code).toBe('approval-missing');
    expect(machine.working).toEqual([]);
    machine.do({ type: 'plan.approve', policy: 'person' }, person, { ground: moved });
    expect(machine.working).toEqual(['E3']);
    expect(machine.state.approval?.ground).toEqual(moved);
    expect(machine.state.approvals).toHaveLength(2);
  });

  it('holds again once what it was given on is there again: resume is enough', () => {
    const machine = Machine.draft(aList(1))
      .do({ type: 'plan.approve', policy: 'person' }, person, { ground })
      .do({ type: 'run.start' }, person, { ground: moved });
    expect(machine.working).toEqual([]);
    expect(machine.do({ type: 'run.resume' }, person).refusal?.code).toBe('approval-missing');
    machine.do({ type: 'run.resume' }, person, { ground });
    expect(machine.working).toEqual(['E1']);
    expect(machine.state.approvals).toHaveLength(1);
  });

  it('that no longer holds says in short what changed', () => {
    const parts = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [name, 'one']));
    const machine = Machine.draft(aList(1))
      .do({ type: 'plan.approve', policy: 'person' }, person, { ground: { ...ground, parts } })
      .do({ type: 'run.start' }, person, { ground: { ...ground, agents: 'others', parts: {} } });
    expect(pauseOf(machine.state)?.note).toMatch(/with: a is gone, b is gone, c is gone, d is gone and 2 more$/);
  });

  it('of another revision is not brought back by resuming', () => {
    const machine = Machine.draft(aList(2))
      .do({ type: 'plan.approve', policy: 'person' }, person, { ground })
      .do({ type: 'run.start' }, person, { ground });
    machine.do({ type: 'plan.edit', plan: aList(3) }, person, { ground });
    expect(machine.refusal).toBeNull();
    expect(machine.do({ type: 'run.resume' }, person, { ground }).refusal?.code).toBe('approval-missing');
  });

  it('is given anew on a ground that moved before anything was held', () => {
    const machine = Machine.draft(aList(1)).do({ type: 'plan.approve', policy: 'person' }, person, { ground });
    machine.do({ type: 'plan.approve', policy: 'person' }, person, { ground: moved });
    expect(machine.state.approval?.ground).toEqual(moved);
    machine.do({ type: 'plan.approve', policy: 'person' }, person, { ground: moved });
    expect(machine.state.approvals).toHaveLength(2);
    machine.do({ type: 'run.start' }, person, { ground: moved });
    expect(machine.working).toEqual(['E1']);
  });

  it('is not asked for because of somebody who does not carry the run out', () => {
    const machine = Machine.draft(aList(2)).do({ type: 'plan.approve', policy: 'person' }, person, { ground });
    machine.do({ type: 'run.start' }, person, { ground });
    machine.executor = undefined;
    machine.do({ type: 'budget.set', budget: { tokens: 1_000 } }, person, { ground: moved });
    expect(pauseOf(machine.state)).toBeUndefined();
  });

  it('is not asked for again where nothing is known about the ground', () => {
    const machine = Machine.started(aList(2)).done();
    expect(machine.working).toEqual(['E2']);
  });
});

describe('auto', () => {
  const auto = (limits?: object): Machine =>
    Machine.draft(aPlan([aStep('E1', { agent: 'coder' })])).do(
      { type: 'plan.approve', policy: 'auto', ...(limits ? { limits } : {}) },
      { kind: 'policy', name: 'auto' },
    );

  it('is recorded with the limits it was given', () => {
    expect(auto({ class: 'writes' }).state.approval).toMatchObject({ policy: 'auto', limits: { class: 'writes' } });
  });

  it('leaves to a person what is beyond its limits', () => {
    expect(auto({ class: 'reads' }).refusal).toMatchObject({
      code: 'approval-missing',
      message: 'a person must look: step E1 is writes, and only reads may run by itself',
    });
  });

  it('does not approve what somebody turned down; a person may', () => {
    const machine = Machine.draft(aList(1)).do({ type: 'plan.reject', reason: 'no' });
    machine.do({ type: 'plan.approve', policy: 'auto' }, { kind: 'policy', name: 'auto' });
    expect(machine.refusal?.details).toMatchObject({ reason: 'turned-down' });
    expect(machine.do({ type: 'plan.approve', policy: 'person' }).refusal).toBeNull();
  });
});

describe('revise', () => {
  it('goes back to planning with the words, and the new draft waits for approval', () => {
    const machine = planned(good).do({ type: 'plan.approve', policy: 'person' });
    machine.do({ type: 'plan.revise', feedback: 'also the tests' }, person, { ground });
    expect(planState(machine.state)).toBe('planning');
    expect(machine.state).toMatchObject({ approval: null, redraft: { feedback: 'also the tests', findings: [] } });
    expect(next(machine.state, 'exec-1')).toMatchObject([{ type: 'draft-plan', key: 'run-test1:plan:2' }]);
    const other = aPlan([...good.steps, aStep('E2', { task: 'Find the tests of the limit' })]);
    machine.do({ type: 'plan.draft', plan: other, source: 'planner' }, system).do({ type: 'run.start' });
    expect(machine.refusal?.code).toBe('approval-missing');
    expect(machine.state).toMatchObject({ revision: 2, redraft: null, lastDecided: { revision: 1, plan: good } });
  });

  it('is kept for good: who, when, which plan, on what ground', () => {
    const { state } = planned(good).do({ type: 'plan.revise', feedback: 'smaller' }, person, { ground });
    expect(state.approvals).toMatchObject([
      { decision: 'revision', revision: 1, hash: state.hash, by: 'ada', feedback: 'smaller', ground },
    ]);
    expect(state.approvals[0]?.at).toBe(state.updatedAt);
  });

  it('keeps the plan that was there when no new one can be made', () => {
    const machine = planned(good).do({ type: 'plan.revise', feedback: 'smaller' });
    const error = { code: 'model-unavailable', message: 'no answer', retryable: true } as const;
    machine.do({ type: 'planning.fail', error }, system);
    expect(machine.state).toMatchObject({
      status: 'draft',
      revision: 1,
      error: null,
      notes: ['no new draft could be made: no answer'],
    });
  });

  it.each<[string, Machine, string]>([
    ['there is no plan yet', planned(), 'no-plan'],
    ['the plan is being drafted again', planned(good).do({ type: 'plan.revise', feedback: 'x' }), 'plan-redrafted'],
    ['the plan has started', Machine.started(aList(1)), 'plan-started'],
    ['the run is over', Machine.draft(aList(1)).do({ type: 'run.cancel' }), 'plan-ended'],
  ])('is refused when %s', (_when, machine, reason) => {
    expect(machine.do({ type: 'plan.revise', feedback: 'more' }).refusal?.details).toEqual({ reason });
  });

  it('is refused without words', () => {
    expect(planned(good).do({ type: 'plan.revise', feedback: ' \n' }).refusal?.code).toBe('usage-wrong');
  });
});

describe('reject', () => {
  it('takes an approval back, and the plan does not run', () => {
    const machine = Machine.draft(aList(1))
      .do({ type: 'plan.approve', policy: 'person' })
      .do({ type: 'plan.reject', reason: 'too risky' })
      .do({ type: 'run.start' });
    expect(machine.refusal?.code).toBe('approval-missing');
    expect(machine.state.approvals.map(({ decision }) => decision)).toEqual(['approved', 'rejected']);
  });

  it('counts a plan once however often it is rejected', () => {
    const machine = Machine.draft(aList(1))
      .do({ type: 'plan.reject', reason: 'no' })
      .do({ type: 'plan.reject', reason: 'no!' });
    expect(machine.state.approvals).toHaveLength(1);
  });

  it('proposes alternatives with the third plan, and then a person must choose', () => {
    const machine = Machine.draft(aList(2)).do({ type: 'plan.reject', reason: 'no' });
    for (const goal of ['second', 'third']) {
      expect(machine.state.alternatives).toEqual([]);
      machine.do({ type: 'plan.edit', plan: aList(2, { goal }) }).do({ type: 'plan.reject', reason: 'still no' });
    }
    expect(machine.events.at(-1)).toMatchObject({ type: 'plan.rejected', data: { rejections: 3 } });
    expect(machine.state.alternatives.map(({ kind }) => kind)).toEqual(['split', 'other-approach', 'smaller-goal']);
    expect(needsReview(machine.state)).toBe('it was rejected 3 times; choose another way');
    expect(machine.do({ type: 'plan.approve', policy: 'person' }).state.alternatives).toEqual([]);
  });

  it('is kept with its reason beside the approval that follows it', () => {
    const machine = Machine.draft(aList(1))
      .do({ type: 'plan.reject', reason: 'too risky' })
      .do({ type: 'plan.approve', policy: 'person' });
    const { hash, approvals } = machine.state;
    expect(approvals).toMatchObject([
      { decision: 'rejected', reason: 'too risky', by: 'ada', revision: 1, hash },
      { decision: 'approved', policy: 'person', by: 'ada', revision: 1, hash },
    ]);
  });

  it('can turn down a revision that waits while the plan runs: nothing more starts', () => {
    const machine = Machine.started(aList(2));
    expect(machine.do({ type: 'plan.reject', reason: 'no' }).refusal?.details).toEqual({ reason: 'plan-started' });
    const edited = aPlan([...aList(2).steps, aStep('E3')]);
    machine.do({ type: 'plan.edit', plan: edited }).do({ type: 'plan.reject', reason: 'no third step' }).done();
    expect(machine.working).toEqual([]);
    expect(pauseOf(machine.state)?.reason).toBe('approval');
  });

  it('is refused without a reason', () => {
    expect(Machine.draft(aList(1)).do({ type: 'plan.reject', reason: '' }).refusal?.code).toBe('usage-wrong');
  });
});

describe('the check of a plan from the planner', () => {
  it('has it drafted again with the findings, at most twice, and then asks a person', () => {
    const machine = planned(broken('one'));
    expect(machine.types.slice(-3)).toEqual(['plan.drafted', 'check.finished', 'plan.revision-requested']);
    expect(planState(machine.state)).toBe('planning');
    expect(machine.state.redraft).toMatchObject({ feedback: null, findings: [{ rule: 'known-dependencies' }] });
    machine.do({ type: 'plan.draft', plan: broken('two'), source: 'planner' }, system);
    expect(planState(machine.state)).toBe('planning');
    machine.do({ type: 'plan.draft', plan: broken('three'), source: 'planner' }, system);
    expect(machine.state).toMatchObject({ status: 'draft', revision: 3, regenerations: 2 });
    expect(needsReview(machine.state)).toBe('the check finds it not good enough to run, also after 2 more drafts');
    expect(machine.do({ type: 'plan.approve', policy: 'auto' }, system).refusal?.code).toBe('approval-missing');
  });

  it('goes on when a new draft is good', () => {
    const machine = planned(broken('one'), good);
    expect(machine.state).toMatchObject({ status: 'draft', checkResult: 'pass', checkScore: 100, redraft: null });
    expect(needsReview(machine.state)).toBeNull();
  });

  it('does not ask again when the same plan comes back', () => {
    expect(planned(broken('one'), broken('one')).state).toMatchObject({ status: 'draft', regenerations: 1 });
  });

  it('counts anew after a person asked for another draft', () => {
    const machine = planned(broken('one'), broken('two'), broken('three')).do({
      type: 'plan.revise',
      feedback: 'again',
    });
    expect(machine.state.regenerations).toBe(0);
  });

  it.each<[string, Partial<CommandContext>, 'planner' | 'given']>([
    ['by a planner that cannot be told', { executor: { id: 'exec-1', agents: [], writesAnswers: true } }, 'planner'],
    ['by somebody', {}, 'given'],
  ])('leaves alone what was made %s', (_who, context, source) => {
    const machine = planned().do({ type: 'plan.draft', plan: broken('one'), source }, system, context);
    expect(machine.state).toMatchObject({ status: 'draft', regenerations: 0, checkResult: 'regenerate' });
  });

  it('adds what a reviewer found', () => {
    const finding = {
      dimension: 'completeness',
      severity: 'critical',
      step: null,
      message: 'the cache is forgotten',
    } as const;
    const machine = planned();
    machine.do({ type: 'plan.draft', plan: good, source: 'planner', review: { findings: [finding] } }, system);
    expect(machine.state.redraft?.findings).toEqual([{ rule: 'review', ...finding }]);
  });

  it('holds it against the task and the rules of the project', () => {
    const machine = planned();
    const requirements = [{ id: 'REQ-001', text: 'Limits can be set' }];
    machine.do({ type: 'plan.draft', plan: good, source: 'planner' }, system, { expectations: { requirements } });
    expect(machine.state.redraft?.findings).toMatchObject([
      { rule: 'requirements-covered', dimension: 'completeness' },
    ]);
  });

  const fixable = aPlan([aStep('E1', { task: 'Find where the limit is set', agent: 'serch', verify: ['npm test'] })]);

  it('puts right what follows from the plan, as a revision of its own with patches and reasons', () => {
    const machine = planned(fixable);
    expect(machine.types.slice(-4)).toEqual(['plan.drafted', 'check.finished', 'plan.fixed', 'check.finished']);
    expect(machine.state).toMatchObject({
      status: 'draft',
      revision: 2,
      checkResult: 'pass',
      fixes: [{ step: 'E1', rule: 'known-agent', reason: '"serch" is "search", misspelt' }],
      execution: { plan: { steps: [{ agent: 'search' }] } },
    });
    expect(machine.do({ type: 'plan.edit', plan: aList(1) }).state.fixes).toEqual([]);
  });

  it('never changes a plan that somebody brought', () => {
    const machine = Machine.draft(fixable);
    expect(machine.state).toMatchObject({ revision: 1, fixes: [], checkResult: 'auto-fix' });
  });
});
