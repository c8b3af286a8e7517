import { emptyRun, mergeExplorations, runIdSchema, type RunState } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import { planningFacts, planningView } from './planning-view.js';
import { withoutStyles } from './style.js';
import { whatNext } from './what-next.js';

const id = runIdSchema.parse('run-test1');
const question = {
  ...{ id: 'Q1', question: 'Per key?', context: 'both reach it', options: ['Yes', 'No'], recommended: 'No' },
  angles: ['security'],
};
const run = (fields: Partial<RunState>): RunState => ({
  ...emptyRun(id),
  status: 'planning',
  planning: { explore: true, clarify: 'ask' },
  ...fields,
});
const explored = run({
  exploration: {
    level: 'high',
    reasons: ['it asks for another structure: refactor'],
    angles: [
      { angle: 'security', source: 'cached' },
      { angle: 'testing', source: 'new' },
    ],
    failed: [{ angle: 'patterns', reason: 'the model is down' }],
    merged: mergeExplorations([]),
    notes: [],
  },
  answers: [
    { question: 'Keep it?', answer: 'Yes', by: 'person' },
    { question: 'Log it?', answer: 'No', by: 'recommendation' },
  ],
  asked: [question],
  degraded: 'no model could be asked',
});
describe('how a plan came to be', () => {
  it('is told: explored, answered, assumed, open, degraded', () => {
    expect(withoutStyles(planningView(explored))).toBe(
      [
        'Explored: complexity high, because it asks for another structure: refactor',
        '  from security (kept), testing',
        '  patterns failed: the model is down',
        '',
        'Answered',
        '  Keep it? Yes',
        '  Log it? Assumed, since nobody was asked: No',
        '',
        'Questions',
        '  Q1  Per key?',
        '      both reach it',
        '      1  Yes',
        '      2  No (recommended)',
        '',
        'Degraded: no model could be asked',
      ].join('\n'),
    );
  });

  it('is a document for programs, and nothing for a plan that was given', () => {
    expect(planningFacts(explored)).toMatchObject({
      ...{ status: null, level: 'high', questions: [question], degraded: 'no model could be asked' },
      assumptions: ['Log it? Assumed, since nobody was asked: No'],
    });
    expect(planningFacts(run({ planning: null }))).toBeNull();
    expect(planningView(run({ planning: null }))).toBe('');
  });

  it('says what to type where something is asked', () => {
    expect(whatNext(explored).map(({ command }) => command)).toEqual([
      `planwright answer ${id} Q1=1`,
      `planwright answer ${id} --recommended`,
      `planwright cancel ${id}`,
    ]);
  });
});
