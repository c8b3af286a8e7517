import { describe, expect, it } from 'vitest';
import { mergeExplorations } from '../explore/merge-explorations.js';
import type { RunEvent } from '../run/events.js';
import { errorInfo } from '../shared/errors.js';
import { Machine, settings, system } from '../testing/machine.js';
import { aList, aPlan, aStep } from '../testing/make-plan.js';
import { roleMessages } from './role-messages.js';

const planning = { explore: true, clarify: 'ask' as const };
const nothing = { level: 'low' as const, reasons: [], angles: [], merged: mergeExplorations([]) };

/** The events of a machine as they are stored. */
function stored({ events, state }: Machine): readonly RunEvent[] {
  return events.map((event, place) => {
    const envelope = { stream: state.id, seq: place + 1, position: place + 1, at: '', actor: system, commandId: null };
    return { ...event, ...envelope };
  });
}

const told = (machine: Machine): readonly (readonly [string, string])[] =>
  roleMessages(stored(machine)).map(({ type, text }) => [type, text]);

describe('what a planner tells the coordinator', () => {
  it('is that a plan is ready, and that one was revised as somebody asked', () => {
    const machine = new Machine().do({ type: 'run.create', task: 'a task', settings });
    machine.do({ type: 'plan.draft', plan: aList(2), source: 'planner' }, system);
    machine.do({ type: 'plan.revise', feedback: 'one step less' });
    machine.do({ type: 'plan.draft', plan: aList(1), source: 'planner' }, system);
    const messages = roleMessages(stored(machine));
    expect(messages.map(({ type, revision, from, to }) => [type, revision, from, to])).toEqual([
      ['plan_ready', 1, 'planner', 'coordinator'],
      ['plan_revision', 2, 'planner', 'coordinator'],
    ]);
    expect(new Set(messages.map(({ id }) => id)).size).toBe(2);
  });

  it('is one message for a plan that the check had drafted again', () => {
    const machine = new Machine().do({ type: 'run.create', task: 'a task', settings });
    machine.executor = { id: 'exec-1', agents: ['coder'], writesAnswers: false, redrafts: true };
    const vague = (goal: string) => aPlan([aStep('E1', { agent: 'coder' })], { goal });
    for (const goal of ['one', 'two', 'three'])
      machine.do({ type: 'plan.draft', plan: vague(goal), source: 'planner' }, system);
    expect(told(machine).map(([type]) => type)).toEqual(['plan_ready']);
  });

  it('is what could not be explored or planned', () => {
    const machine = new Machine().do({ type: 'run.create', task: 'a task', settings, planning });
    const failed = [{ angle: 'security', reason: 'the model is down' }];
    machine.do({ type: 'exploration.finish', found: { ...nothing, failed, notes: [] } }, system);
    machine.do({ type: 'planning.fail', error: errorInfo('model-unavailable', 'nobody replies') }, system);
    expect(told(machine)).toEqual([
      ['error', 'nothing was explored: security: the model is down'],
      ['error', 'no plan could be made: nobody replies'],
    ]);
  });

  it('is what could be done instead, once three plans were rejected', () => {
    const machine = new Machine().do({ type: 'run.create', task: 'a task', settings });
    for (const steps of [2, 3, 4]) {
      machine.do({ type: 'plan.draft', plan: aList(steps), source: 'planner' }, system);
      machine.do({ type: 'plan.reject', reason: `not ${steps} steps` });
    }
    const messages = told(machine);
    expect(messages.map(([type]) => type)).toEqual(['plan_ready', 'plan_ready', 'plan_ready', 'error']);
    expect(messages.at(-1)?.[1]).toMatch(
      /^3 plans were rejected, the last because: not 4 steps\. Instead: Make two plans of it.+ Or: /,
    );
  });

  it('is nothing for what a person edits', () => {
    const machine = Machine.draft(aList(2)).do({ type: 'plan.edit', plan: aList(3) });
    expect(told(machine).map(([type]) => type)).toEqual(['plan_ready']);
  });

  it('only grows as the run goes on', () => {
    const machine = Machine.draft(aList(2));
    const before = roleMessages(stored(machine));
    machine.do({ type: 'plan.approve', policy: 'person' }).do({ type: 'run.start' });
    expect(roleMessages(stored(machine))).toEqual(before);
  });
});
