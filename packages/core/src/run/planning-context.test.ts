import { describe, expect, it } from 'vitest';
import type { ExplorationRecord } from '../explore/exploration-record.js';
import { mergeExplorations } from '../explore/merge-explorations.js';
import type { PlanningWish } from '../explore/planning-wish.js';
import { Machine, settings, system } from '../testing/machine.js';
import { planningContextOf } from './planning-context.js';

const specs = { isImplOnly: true, requirements: [], decisions: [], epics: [], constraints: [] };
const found = (fields: Partial<ExplorationRecord> = {}): ExplorationRecord => ({
  ...{ level: 'medium', reasons: [], failed: [], notes: [], specs },
  angles: [{ angle: 'architecture', source: 'new' }],
  merged: {
    ...mergeExplorations([]),
    questions: [
      {
        id: 'Q1',
        question: 'Which way?',
        context: '',
        options: ['left'],
        recommended: 'left',
        angles: ['architecture'],
      },
    ],
  },
  ...fields,
});

function planned(wish: Partial<PlanningWish>, task = 'Add a flag'): Machine {
  const planning = { explore: true, clarify: 'recommended' as const, ...wish };
  return new Machine().do({ type: 'run.create', task, settings, planning });
}

describe('what a planner is told about a task', () => {
  it('is what was explored, specified, answered and wished for', () => {
    const machine = planned({ kind: 'fix', severity: 'High' });
    machine.do({ type: 'exploration.finish', found: found() }, system);
    expect(planningContextOf(machine.state)).toMatchObject({
      ...{ kind: 'fix', severity: 'High', level: 'medium', specs, fromDescription: false },
      exploration: { angles: [] },
      answers: [{ question: 'Which way?', answer: 'left', assumed: true }],
    });
  });

  it('says so where no angle could be explored', () => {
    const machine = planned({});
    machine.do({ type: 'exploration.finish', found: found({ angles: [], level: 'low' }) }, system);
    expect(planningContextOf(machine.state)).toMatchObject({ fromDescription: true, exploration: undefined });
  });

  it('without exploring is how big the task looks, and what somebody knew before', () => {
    const { state } = planned({ explore: false, analysis: 'the flag is in args.ts' }, 'Refactor the parser');
    expect(planningContextOf(state)).toMatchObject({ level: 'high', analysis: 'the flag is in args.ts' });
    expect(planningContextOf(planned({ complexity: 'low' }, 'Refactor it').state)).toMatchObject({ level: 'low' });
  });

  it('is nothing for a plan that was given', () => {
    expect(planningContextOf(new Machine().do({ type: 'run.create', task: '', settings }).state)).toBeUndefined();
  });
});
