import { describe, expect, it } from 'vitest';
import { workOrder } from '../execute/work-order.js';
import { aList, aPlan, aStep } from '../testing/make-plan.js';
import { Machine, person, system } from '../testing/machine.js';
import { planCard } from '../view/plan-card.js';
import { pauseOf, planState } from './state.js';

const wide = (count: number, fields: Parameters<typeof aPlan>[1] = {}): ReturnType<typeof aPlan> =>
  aList(count, { mode: 'parallel', ...fields });

const throttled = (): Machine => {
  const machine = Machine.started(aList(9));
  for (let index = 0; index < 8; index += 1) machine.done();
  return machine;
};

/** One test per question that the documents of the supervised planner leave open, by its number. */
describe('how open questions are read', () => {
  it('1 abort ends the plan as failed: the step failed, the rest skipped, also what runs beside it', () => {
    const machine = Machine.started(wide(3)).fail('abort', 'E2');
    expect(machine.statuses).toEqual(['skipped', 'failed', 'skipped']);
    expect(planState(machine.state)).toBe('failed');
  });

  it('2 a plan whose every step was skipped is done, and says 0 of n', () => {
    const machine = Machine.started(aList(2)).fail('skip').fail('skip');
    expect(planCard(machine.state)).toMatchObject({ state: 'done', done: 0, total: 2 });
  });

  it('3 a pause always has one reason a machine can read', () => {
    const machine = throttled().do({ type: 'run.pause' });
    expect(planCard(machine.state)).toMatchObject({ state: 'paused', pauseReason: 'supervisor' });
  });

  it('4 a message wakes a throttled plan, never one that a supervisor paused as well', () => {
    expect(planState(throttled().do({ type: 'message.note' }).state)).toBe('running');
    expect(planState(throttled().do({ type: 'run.pause' }).do({ type: 'message.note' }).state)).toBe('paused');
  });

  it('5 an interruption costs no attempt and the step continues', () => {
    const machine = Machine.started(aList(1)).fail();
    machine.do({ type: 'step.interrupt', step: machine.id('E1'), try: 2, reason: 'a message came' }, system);
    expect(machine.step('E1')).toMatchObject({ work: 'working', tries: 3, attempts: 2 });
  });

  it('6 attempts count the tries of the step', () => {
    const machine = Machine.started(aList(1)).fail().fail();
    expect(machine.step('E1').attempts).toBe(3);
  });

  it('7 after the cap, resume is a fresh round, and the card offers the other ways', () => {
    const machine = Machine.started(aList(1)).fail().fail().fail();
    expect(planCard(machine.state).wanted).toBe(
      'E1 has used its attempts: retry it (with a hint), skip it, edit it, or cancel',
    );
    expect(machine.do({ type: 'run.resume' }).step('E1').attempts).toBe(1);
  });

  it('7 what would fail again unchanged is not said to have used its attempts', () => {
    const error = { code: 'tool-denied', message: 'no', retryable: false } as const;
    const machine = Machine.started(aList(1)).settle({ type: 'failed', error });
    expect(planCard(machine.state).wanted).toBe(
      'E1 failed, and would again as things are: put them right and retry it, skip it, edit it, or cancel',
    );
  });

  it('8 a manual plan is paused while it waits, before step 1 too; resume runs one step', () => {
    const machine = Machine.started(wide(3, { advance: 'manual' }));
    expect(planCard(machine.state)).toMatchObject({ state: 'paused', pauseReason: 'manual_gate' });
    expect(machine.do({ type: 'run.resume' }).working).toEqual(['E1']);
    expect(machine.do({ type: 'run.resume' }).working).toEqual(['E1']);
    expect(machine.done().do({ type: 'run.resume' }).working).toEqual(['E2']);
  });

  it.each(['run.pause', 'run.archive'] as const)('8 resume runs one step of a manual plan also after %s', (type) => {
    const machine = Machine.started(wide(2, { advance: 'manual' }))
      .do({ type: 'run.resume' })
      .do({ type })
      .done();
    expect(machine.working).toEqual([]);
    expect(machine.do({ type: 'run.resume' }).working).toEqual(['E2']);
  });

  it('8 a manual plan waits at its gate only where a step could start', () => {
    const asked = { tool: 'shell', commands: ['npm publish'], files: [], reason: 'it wants to publish' };
    const machine = Machine.started(aList(2, { advance: 'manual' })).do({ type: 'run.resume' });
    expect(pauseOf(machine.settle({ type: 'asks', asked }).state)?.reason).toBe('approval');
    machine.do({ type: 'plan.approve', policy: 'person', step: machine.id('E1') });
    expect(machine.working).toEqual(['E1']);
  });

  it('8 what a person must approve first is not hidden behind the gate', () => {
    const machine = Machine.started(aList(2, { advance: 'manual' })).do({ type: 'run.resume' });
    machine.do({ type: 'plan.edit', plan: aList(3, { advance: 'manual' }) }).done('E1');
    expect(pauseOf(machine.state)?.reason).toBe('approval');
    expect(pauseOf(machine.do({ type: 'plan.approve', policy: 'person' }).state)?.reason).toBe('manual_gate');
  });

  it('8 a retry in a manual plan needs no second word', () => {
    const machine = Machine.started(aList(2, { advance: 'manual' }))
      .do({ type: 'run.resume' })
      .fail();
    expect(machine.step('E1')).toMatchObject({ work: 'working', attempts: 2 });
  });

  it('9 a result that comes after a pause is kept and does not advance', () => {
    const machine = Machine.started(aList(2)).do({ type: 'run.pause' }).done('E1');
    expect(machine.statuses).toEqual(['done', 'pending']);
    expect(planState(machine.state)).toBe('paused');
  });

  it('10 pause, resume and cancel twice are as once', () => {
    const machine = Machine.started(aList(2));
    for (const type of ['run.pause', 'run.pause', 'run.resume', 'run.resume', 'run.cancel', 'run.cancel'] as const) {
      expect(machine.do({ type }).refusal).toBeNull();
    }
    expect(
      machine.types.filter((type) => type === 'hold.placed' || type === 'hold.cleared' || type === 'run.cancelled'),
    ).toEqual(['hold.placed', 'hold.cleared', 'run.cancelled']);
  });

  it('11 every action is always there; one that does not apply says why', () => {
    const { actions } = planCard(Machine.started(aList(1)).done().state);
    expect(actions.map((action) => action.name)).toEqual(['pause', 'resume', 'cancel', 'approve']);
    expect(actions.every((action) => !action.enabled && action.why === 'the plan is done')).toBe(true);
  });

  it('12 a step that ran out of time is a failed try like any other, never a success', () => {
    const machine = Machine.started(aList(1)).settle({
      type: 'failed',
      error: { code: 'step-timeout', message: 'too slow', retryable: true },
    });
    expect(machine.step('E1')).toMatchObject({ status: 'in_progress', attempts: 2 });
  });

  it('13 steps past the limit wait for a place, and waiting uses no attempt', () => {
    const machine = Machine.started(wide(6), { concurrency: 3 });
    expect(machine.working).toEqual(['E1', 'E2', 'E3']);
    expect(machine.done('E2').working).toEqual(['E1', 'E3', 'E4']);
    expect(machine.step('E5').attempts).toBe(0);
  });

  it('14 a parallel plan has a set of current steps', () => {
    expect(Machine.started(wide(3)).current).toEqual(['E1', 'E2', 'E3']);
  });

  it('14 in a parallel plan the throttle counts dispatches, and only what is left goes', () => {
    const machine = Machine.started(
      aPlan([aStep('E1'), ...['E2', 'E3', 'E4', 'E5'].map((label) => aStep(label, { dependsOn: ['E1'] }))]),
      { autoSteps: 3 },
    );
    machine.done('E1');
    expect(machine.working).toEqual(['E2', 'E3']);
    expect(planCard(machine.state)).toMatchObject({ state: 'paused', pauseReason: 'auto_throttle', autoBudget: 0 });
    expect(machine.do({ type: 'run.resume' }).working).toEqual(['E2', 'E3', 'E4', 'E5']);
  });

  it('14 the retry cap stops new dispatches while the others finish', () => {
    const machine = Machine.started(wide(6), { concurrency: 2, maxAttempts: 1 }).fail(undefined, 'E1');
    expect(machine.working).toEqual(['E2']);
    expect(machine.done('E2').working).toEqual([]);
    expect(pauseOf(machine.state)?.reason).toBe('retry_cap');
  });

  it('15 parallel steps run beside one another wherever the plan is at home', () => {
    expect(Machine.started(wide(2, { venue: 'sidekick' })).working).toEqual(['E1', 'E2']);
  });

  it('16 a message in the room of the plan counts, wherever its steps are worked on', () => {
    const machine = Machine.started(aList(3, { venue: 'sidekick' }))
      .done()
      .do({ type: 'message.note' });
    expect(machine.state.execution?.consecutiveAutoSteps).toBe(0);
  });

  it('17 a draft can be started, edited, replaced and cancelled by its supervisor', () => {
    expect(planCard(Machine.draft(aList(1)).state).wanted).toContain('approve');
    expect(Machine.draft(aList(1)).do({ type: 'plan.draft', plan: aList(2), source: 'given' }).state.revision).toBe(2);
  });

  it('18 pending steps are edited in draft, running and paused; each edit is a revision', () => {
    const edited = (machine: Machine): Machine => {
      const { plan } = machine.state.execution!;
      const last = plan.steps.at(-1)!;
      return machine.do({
        type: 'plan.edit',
        plan: { ...plan, steps: [...plan.steps.slice(0, -1), { ...last, task: 'otherwise' }] },
      });
    };
    for (const machine of [
      Machine.draft(aList(2)),
      Machine.started(aList(2)),
      Machine.started(aList(2)).do({ type: 'run.pause' }),
    ]) {
      expect(edited(machine).refusal).toBeNull();
      expect(machine.state.revision).toBe(2);
    }
    expect(edited(Machine.started(aList(1))).refusal?.message).toBe(
      'step E1 is in progress or finished and cannot be changed',
    );
  });

  it('19 archiving pauses; the plan waits until somebody resumes it', () => {
    const machine = Machine.started(aList(2)).do({ type: 'run.archive' });
    expect(planState(machine.do({ type: 'message.note' }).state)).toBe('paused');
    expect(planState(machine.do({ type: 'run.resume' }).state)).toBe('running');
  });

  it('20 only a person’s message counts', () => {
    const machine = Machine.started(aList(3)).done();
    machine.do({ type: 'message.note' }, { kind: 'agent', name: 'bridge' });
    expect(machine.state.execution?.consecutiveAutoSteps).toBe(1);
    machine.do({ type: 'message.note' }, person);
    expect(machine.state.execution?.consecutiveAutoSteps).toBe(0);
  });

  it('21 the limit is 20 steps, and the message says so', () => {
    const machine = Machine.draft(aList(20));
    expect(machine.do({ type: 'plan.edit', plan: aList(21) }).refusal?.message).toContain('at most 20 steps');
  });

  it('22 no way to address an agent is copied: whatever the room, a plan knows messages from people and no others', () => {
    const kinds = ['agent', 'system', 'policy'] as const;
    for (const kind of kinds) {
      const machine = throttled().do({ type: 'message.note' }, { kind, name: 'x' });
      expect(pauseOf(machine.state)?.reason).toBe('auto_throttle');
    }
  });

  it('23 completion comes first, then the manual gate, then the throttle', () => {
    const eight = Machine.started(aList(8));
    for (let index = 0; index < 8; index += 1) eight.done();
    expect(planState(eight.state)).toBe('done');
    const manual = Machine.started(aList(2, { advance: 'manual' }), { autoSteps: 1 })
      .do({ type: 'run.resume' })
      .done();
    expect(pauseOf(manual.state)?.reason).toBe('manual_gate');
  });

  it('24 every worker is told the whole plan, the first step as the last', () => {
    const { id, execution } = Machine.draft(aList(20)).state;
    for (const step of execution!.plan.steps) {
      expect(
        workOrder(id, execution!, step.id)
          ?.overview()
          .map(({ label }) => label),
      ).toEqual(execution!.plan.steps.map(({ label }) => label));
    }
  });
});

describe('approval binds exactly one plan', () => {
  it('a draft nobody approved does not start', () => {
    expect(Machine.draft(aList(1)).do({ type: 'run.start' }).refusal?.code).toBe('approval-missing');
  });

  it('approving one revision, editing to the next and starting is refused', () => {
    const machine = Machine.draft(aList(2)).do({ type: 'plan.approve', policy: 'person' });
    machine.do({ type: 'plan.edit', plan: aList(2, { goal: 'changed' }) }).do({ type: 'run.start' });
    expect(machine.refusal?.message).toBe(
      'revision 2 of the plan is not approved (revision 1 was approved; it has changed since)',
    );
  });

  it('an edit while running holds new steps until it is approved; what is in flight finishes under the old approval', () => {
    const machine = Machine.started(aList(3));
    const { plan } = machine.state.execution!;
    machine.do({ type: 'plan.edit', plan: { ...plan, steps: [plan.steps[0]!, plan.steps[2]!] } }).done('E1');
    expect(machine.statuses).toEqual(['done', 'pending']);
    expect(pauseOf(machine.state)?.reason).toBe('approval');
    expect(machine.do({ type: 'run.resume' }).refusal?.code).toBe('approval-missing');
    expect(machine.do({ type: 'plan.approve', policy: 'person' }).working).toEqual(['E3']);
  });

  it('editing and approving at once is for persons', () => {
    const machine = Machine.started(aList(2));
    const { plan } = machine.state.execution!;
    const edit = { type: 'plan.edit', plan: { ...plan, goal: 'x' }, approve: true } as const;
    expect(machine.do(edit, { kind: 'agent', name: 'planner' }).refusal?.details).toEqual({ reason: 'not-a-person' });
    machine.do(edit);
    expect(machine.state.approval?.hash).toBe(machine.state.hash);
    expect(planState(machine.state)).toBe('running');
  });

  it('a label that was used once is never used again in the run', () => {
    const machine = Machine.draft(aList(3)).do({ type: 'plan.edit', plan: aList(2) });
    const again = { ...aList(2), steps: [...aList(2).steps, aStep('E3', { id: aStep('E9').id })] };
    expect(machine.do({ type: 'plan.edit', plan: again }).refusal?.message).toBe(
      'label E3 was used before in this run; a new step takes E4 or higher',
    );
  });

  it('a plan whose every step only reads may be approved by rule; any other may not', () => {
    const policy = { kind: 'policy', name: 'reads-only' } as const;
    expect(Machine.draft(aList(1)).do({ type: 'plan.approve', policy: 'reads-only' }, policy).refusal).toBeNull();
    const writes = Machine.draft(aPlan([aStep('E1', { agent: 'shell' })]));
    expect(writes.do({ type: 'plan.approve', policy: 'reads-only' }, policy).refusal?.code).toBe('approval-missing');
  });
});
