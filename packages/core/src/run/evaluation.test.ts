import { describe, expect, it } from 'vitest';
import type { Verdict } from '../coordinate/consult-order.js';
import { presenterAgent } from '../coordinate/presenter.js';
import { Coordinated, planText } from '../testing/coordinated.js';
import { system } from '../testing/machine.js';
import type { ToolClass } from '../tools/tool-class.js';
import { hasEnded, runResult } from '../view/run-result.js';
import { consultOrder } from './consult-order.js';
import { evaluationOrder, evaluatorFor, presenterOf } from './evaluation-order.js';
import { restartContextOf } from './restart-context-of.js';

/** Two agents; the plan of `a`, of two steps, is approved and under way. */
const running = (fields: Parameters<typeof Coordinated.of>[1] = {}): Coordinated => {
  const machine = Coordinated.of(
    ['a', 'b'],
    { restarts: 2, ...fields },
    { autoSteps: null, maxAttempts: 1, onFailure: 'continue' },
  );
  machine.propose('a', planText('write it', 'post #E1')).propose('b', planText('other'));
  machine.vote('a', 'agent2').vote('b', 'agent1');
  return approve(machine);
};

const approve = (machine: Coordinated): Coordinated =>
  machine.do({ type: 'plan.approve', policy: 'person' }).do({ type: 'run.start' });

const answered = (machine: Coordinated): Coordinated => machine.do({ type: 'run.answer', answer: 'FINAL' }, system);

/** The first step is done, the second failed, and the answer is written. */
const halfDone = (fields: Parameters<typeof Coordinated.of>[1] = {}): Coordinated =>
  answered(running(fields).done('E1', 'wrote it').fail(undefined, 'E2', 'no network'));

const judge = (machine: Coordinated, verdict: Verdict | null, note?: string): Coordinated =>
  machine.do({ type: 'evaluation.finish', attempt: machine.state.attempt, evaluator: 'b', verdict, note }, system);

const restart: Verdict = { type: 'restart', reason: 'not posted', instructions: 'post it' };

describe('evaluation', () => {
  it('is asked for when the answer is there, of somebody who is not the author', () => {
    const machine = halfDone();
    expect(machine.effects).toEqual([{ type: 'evaluate', key: 'run-test1:evaluate:1', attempt: 1 }]);
    expect(hasEnded(machine.state)).toBe(false);
    expect(evaluationOrder(machine.state)).toMatchObject({
      evaluator: { id: 'b' },
      answer: 'FINAL',
      verify: ['npm test'],
    });
  });

  it('is not by who carried it out in the place of its author, where anybody else is left', () => {
    const machine = Coordinated.of(['a', 'b', 'c'], { restarts: 1 });
    for (const agent of ['a', 'b', 'c']) machine.propose(agent, planText(`work of ${agent}`));
    machine.giveUp('b').vote('a', 'agent2').vote('c', 'agent2');
    expect(presenterOf(machine.state)).toBe('a');
    expect(evaluatorFor(machine.state)?.id).toBe('c');
  });

  it('is the author’s own where nobody else is left', () => {
    const machine = Coordinated.of(['a', 'b'], { restarts: 1 }).propose('a', planText('x')).giveUp('b');
    expect(evaluatorFor(machine.state)?.id).toBe('a');
  });

  it('is not asked for where there are no restarts, nor of the last attempt', () => {
    expect(hasEnded(halfDone({ restarts: 0 }).state)).toBe(true);
    const machine = judge(halfDone({ restarts: 1 }), restart);
    machine.propose('a', planText('post it')).propose('b', planText('mail it')).vote('a', 'agent2').vote('b', 'agent1');
    answered(approve(machine).done());
    expect(machine.effects).toEqual([]);
    expect(hasEnded(machine.state)).toBe(true);
  });

  it('ends the run with a submission', () => {
    const machine = judge(halfDone(), { type: 'submit' });
    expect(hasEnded(machine.state)).toBe(true);
    expect(runResult(machine.state).reason).toBeNull();
    expect(machine.effects).toEqual([]);
  });

  it('that came to no verdict submits, and says that nobody judged it', () => {
    const machine = judge(answered(running().done().done()), null, 'it took too long');
    expect(runResult(machine.state)).toMatchObject({
      state: 'done',
      exit: 0,
      reason: 'not-evaluated',
      answer: 'FINAL',
    });
    expect(machine.attempt.evaluation).toMatchObject({ verdict: 'not-evaluated', reason: 'it took too long' });
  });

  it('that somebody cancels leaves what was done, not judged', () => {
    const machine = halfDone().do({ type: 'run.cancel' });
    expect(machine.state.status).toBe('failed');
    expect(runResult(machine.state).reason).toBe('not-evaluated');
    expect(machine.attempt.evaluation).toMatchObject({ evaluator: 'b', reason: 'the run was cancelled' });
    expect(hasEnded(machine.state)).toBe(true);
  });

  it('sees the debug answer on the first attempt only', () => {
    const machine = halfDone({ debugAnswer: 'only one file' });
    expect(evaluationOrder(machine.state)!.answer).toBe('only one file');
    judge(machine, restart);
    machine.propose('a', planText('post it')).propose('b', planText('mail it')).vote('a', 'agent2').vote('b', 'agent1');
    answered(approve(machine).done());
    expect(evaluationOrder(machine.state)!.answer).toBe('FINAL');
  });

  it('of an attempt that nobody asks about changes nothing', () => {
    const machine = halfDone();
    machine.do({ type: 'evaluation.finish', attempt: 2, evaluator: 'b', verdict: restart }, system);
    expect(machine.state.attempt).toBe(1);
    judge(judge(machine, { type: 'submit' }), restart);
    expect(machine.state).toMatchObject({ attempt: 1, status: 'failed' });
  });
});

describe('a restart', () => {
  it('plans again with all agents, who are told what was done and what is wanted', () => {
    const machine = judge(halfDone(), restart);
    expect(machine.state).toMatchObject({ status: 'planning', attempt: 2, approval: null, answer: null });
    expect(machine.asked).toEqual(['a', 'b']);
    expect(consultOrder(machine.state, { agent: 'b', attempt: 2, round: 1 })).toMatchObject({
      key: 'run-test1:consult:2.1.b',
      paper: [],
      restart: {
        attempt: 2,
        reason: 'not posted',
        instructions: 'post it',
        done: [{ label: 'E1', title: 'write it', result: 'wrote it' }],
        failed: [{ label: 'E2', title: 'post #E1', result: '<error: no network>' }],
        answer: 'FINAL',
      },
    });
  });

  it('takes no plan that does again what reaches outside, unless it says what more is to be done', () => {
    const proposing = (highest: ToolClass, ...tasks: readonly string[]): Coordinated =>
      judge(halfDone(), restart).say(
        'a',
        { type: 'new_answer', content: planText(...tasks) },
        { agents: [presenterAgent(highest)] },
      );
    const machine = proposing('external', 'mail it', 'Write  it');
    expect(machine.refusalOf('a')).toBe('done-already');
    expect(consultOrder(machine.state, { agent: 'a', attempt: 2, round: 1 })!.refusals[0]).toContain('E1 "write it"');
    expect(proposing('external', 'write it again, in blue').attempt.proposals).toHaveLength(1);
    // What failed is missing, and what stays in the run's own folder can be taken back.
    expect(proposing('external', 'find it', 'post #E1').attempt.proposals).toHaveLength(1);
    expect(proposing('writes', 'write it').attempt.proposals).toHaveLength(1);
  });

  it('says what the evaluator left out instead of making it up', () => {
    const machine = judge(halfDone(), { type: 'restart', reason: ' ', instructions: '' });
    expect(machine.events.filter(({ type }) => type === 'run.restarted').at(-1)!.data).toEqual({
      attempt: 2,
      kept: [machine.id('E1')],
    });
    expect(restartContextOf(machine.state)).toMatchObject({ reason: 'The evaluator gave no reason.' });
  });

  it('keeps what is done, with new labels for what is missing, and asks for a new approval', () => {
    const machine = judge(halfDone(), restart);
    const before = machine.state.execution!.steps[0]!;
    machine
      .propose('a', planText('post it', 'check #E1.summary'))
      .propose('b', planText('x'))
      .vote('a', 'agent2')
      .vote('b', 'agent1');
    const { plan, steps } = machine.state.execution!;
    expect(plan.steps.map(({ label, task }) => [label, task])).toEqual([
      ['E1', 'write it'],
      ['E3', 'post it'],
      ['E4', 'check #E3.summary'],
    ]);
    expect(steps[0]).toBe(before);
    expect(machine.state).toMatchObject({ status: 'draft', approval: null });
    approve(machine);
    expect(machine.working).toEqual(['E3']);
    machine.done().done();
    expect(machine.state).toMatchObject({ status: 'done', hadErrors: false });
    expect(machine.types.filter((type) => type === 'step.started')).toHaveLength(4);
  });

  it('counts only the new steps against the limit, also when the plan is edited', () => {
    const machine = Coordinated.of(['a'], { restarts: 1 }, { maxSteps: 2, autoSteps: null });
    approve(machine.propose('a', planText('one', 'two')))
      .done()
      .done();
    judge(answered(machine), restart).propose('a', planText('three', 'four'));
    expect(machine.state.execution!.plan.steps).toHaveLength(4);
    expect(machine.state.checkResult).toBe('pass');
    expect(
      machine.do({ type: 'plan.edit', plan: { ...machine.state.execution!.plan, goal: 'other' } }).refusal,
    ).toBeNull();
    expect(
      Coordinated.of(['a'], {}, { maxSteps: 2 })
        .propose('a', planText('1', '2', '3'))
        .refusalOf('a'),
    ).toBe('unreadable');
  });

  it('ends as its own steps did, whatever those before it rest on', () => {
    const reading = (...tasks: readonly string[]): string =>
      JSON.stringify({
        goal: 'g',
        steps: tasks.map((task, index) => ({ id: `E${index + 1}`, task, agent: 'search' })),
      });
    const machine = Coordinated.of(['a'], { restarts: 1 }, { maxAttempts: 1, onFailure: 'continue' });
    machine.propose('a', reading('find it', 'explain #E1'));
    answered(approve(machine).fail(undefined, 'E1').done('E2', 'made the best of it'));
    expect(machine.state).toMatchObject({ status: 'failed', hadErrors: true });
    judge(machine, restart).propose('a', reading('find it elsewhere'));
    expect(approve(machine).statuses).toEqual(['failed', 'done', 'in_progress']);
    expect(machine.done().state).toMatchObject({ status: 'done', hadErrors: false });
  });

  it('fails where a step of its own did', () => {
    const machine = judge(halfDone(), restart).propose('a', planText('post it')).giveUp('b');
    expect(approve(machine).fail().state).toMatchObject({ status: 'failed', hadErrors: true });
  });

  it('that comes to no plan fails with its reason and tells what earlier attempts did', () => {
    const machine = judge(halfDone(), restart).giveUp('a').giveUp('b');
    expect(runResult(machine.state)).toMatchObject({ state: 'failed', reason: 'no-proposal', exit: 1 });
    expect(runResult(machine.state).answer).toContain('wrote it');
    expect(machine.effects).toEqual([]);
    expect(hasEnded(machine.state)).toBe(true);
  });

  it('takes nobody for retired who was so before, and counts answers anew', () => {
    const machine = judge(
      answered(
        approve(
          Coordinated.of(['a', 'b'], { restarts: 1, maxAnswers: 1 }).propose('a', planText('x')).giveUp('b'),
        ).done(),
      ),
      restart,
    );
    expect(machine.asked).toEqual(['a', 'b']);
    machine.propose('a', planText('y'));
    expect(machine.attempt.proposals.map(({ proposal }) => proposal)).toEqual(['agent1.1']);
  });

  it('of answers gives another answer', () => {
    const machine = Coordinated.of(['a'], { proposals: 'text', restarts: 1 }).propose('a', 'Rome');
    expect(evaluationOrder(machine.state)).toMatchObject({ answer: 'Rome', plan: null, report: '' });
    judge(machine, restart).propose('a', 'Paris');
    expect(runResult(machine.state)).toMatchObject({ state: 'done', answer: 'Paris' });
    expect(hasEnded(machine.state)).toBe(true);
  });

  it('hears nothing of what agents say about the attempt before', () => {
    const machine = judge(halfDone(), restart);
    machine.say('b', { type: 'vote', proposal: 'agent1', reason: '' }, { attempt: 1, round: 2 });
    expect(machine.events.at(-1)).toMatchObject({ type: 'said.refused', data: { attempt: 1, code: 'twice' } });
    expect(machine.asked).toEqual(['a', 'b']);
  });
});
