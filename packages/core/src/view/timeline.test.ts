import { expect, it } from 'vitest';
import { mergeExplorations } from '../explore/merge-explorations.js';
import { aPlan, aStep } from '../testing/make-plan.js';
import { Machine } from '../testing/machine.js';
import { type NewRunEvent, type RunEvent, runEvent } from '../run/events.js';
import { errorInfo } from '../shared/errors.js';
import { timeline } from './timeline.js';

const stored = (events: readonly NewRunEvent[]): RunEvent[] =>
  events.map((event, index) => ({
    ...event,
    stream: 'run-test1',
    seq: index + 1,
    position: index + 1,
    at: '2026-01-01T00:00:00.000Z',
    actor: { kind: 'person', name: 'ada' },
    commandId: null,
  }));

const ran = (): Machine =>
  Machine.started(aPlan([aStep('E1'), aStep('E2', { agent: 'coder', task: 'use #E1' })]), {
    maxAttempts: 1,
    onFailure: 'continue',
  })
    .do({ type: 'run.pause', note: 'lunch' })
    .do({ type: 'run.resume' })
    .fail(undefined, 'E1', 'no network');

it('tells events as sentences, with steps by their labels', () => {
  const texts = timeline(stored(ran().events)).map((line) => line.text.replace(/[0-9a-f]{12}/, 'HASH'));
  expect(texts).toEqual([
    'run created: a task',
    'plan drafted (revision 1, 2 steps, HASH)',
    'checked: pass, 3 findings',
    'revision 1 approved (person)',
    'run started',
    'E1 started, attempt 1',
    'paused: supervisor (lunch)',
    'released: supervisor',
    'automatic steps counted from zero (resume)',
    'E1 failed: no network; then fail',
    'E2 skipped: it may write, and E1 gave it an error to work on',
    'plan failed, with errors',
  ]);
});

it('says when each happened, in which order, and who did it', () => {
  expect(timeline(stored([runEvent('run.started', {})]))).toEqual([
    { seq: 1, at: '2026-01-01T00:00:00.000Z', actor: 'ada', type: 'run.started', text: 'run started' },
  ]);
});

const { id: step } = aStep('E1');
const plan = aPlan([aStep('E1')]);
const revision = { revision: 2, hash: 'f'.repeat(64), plan, classes: ['reads' as const] };
const decided = { revision: 2, hash: revision.hash };
const explored = {
  ...{ level: 'medium' as const, reasons: [], merged: mergeExplorations([]), notes: [] },
  angles: [{ angle: 'architecture' as const, source: 'new' as const }],
};
const question = {
  id: 'Q1',
  question: 'Which way?\nLeft?',
  context: '',
  options: ['left'],
  recommended: 'left',
  angles: [],
};
const receipt = { phase: 'plan' as const, agent: 'planner', before: 'a', after: 'a', calls: [] };
const refusedCall = { tool: 'write', args: '{}', reason: 'planning only looks' };

it.each<[string, NewRunEvent]>([
  ['run created', runEvent('run.created', { task: '', settings: ran().state.settings })],
  ['explored from 1 angle: 0 files, complexity medium', runEvent('exploration.finished', { ...explored, failed: [] })],
  [
    'explored from 1 angle, 1 failed: 0 files, complexity medium',
    runEvent('exploration.finished', { ...explored, failed: [{ angle: 'security', reason: 'down' }] }),
  ],
  ['asks: Which way? Which way?', runEvent('questions.asked', { questions: [question, question] })],
  [
    'answered: left; right (recommended)',
    runEvent('questions.answered', {
      answers: [
        { question: 'Which way?', answer: 'left\nof it', by: 'person' },
        { question: 'And then?', answer: 'right', by: 'recommendation' },
      ],
    }),
  ],
  ['planning failed: no model', runEvent('planning.failed', { error: errorInfo('model-unavailable', 'no model') })],
  ['planned once more', runEvent('planning.reopened', {})],
  ['plan edited (revision 2, 1 step, ffffffffffff)', runEvent('plan.edited', { ...revision, approvalNeeded: true })],
  ['the check put 0 things right (revision 2, ffffffffffff)', runEvent('plan.fixed', { ...revision, fixes: [] })],
  [
    'revision 2 to be drafted again: smaller steps',
    runEvent('plan.revision-requested', { ...decided, cause: 'feedback', feedback: 'smaller steps\nplease' }),
  ],
  ['revision 2 to be drafted again: ', runEvent('plan.revision-requested', { ...decided, cause: 'feedback' })],
  ['revision 2 to be drafted again: 0 findings', runEvent('plan.revision-requested', { ...decided, cause: 'check' })],
  ['revision 2 rejected: too big', runEvent('plan.rejected', { ...decided, reason: 'too big\nby far', rejections: 1 })],
  ['E1 done: it is in a.ts', runEvent('step.succeeded', { step, try: 1, answer: 'it is in a.ts\nand b.ts' })],
  ['E1 interrupted: gone', runEvent('step.interrupted', { step, try: 1, reason: 'gone', then: 'again' })],
  ['E1 interrupted, in doubt: gone', runEvent('step.interrupted', { step, try: 1, reason: 'gone', then: 'in-doubt' })],
  ['E1 handed over: no model', runEvent('step.interrupted', { step, try: 1, reason: 'no model', then: 'handed-over' })],
  ['E1 asks: it wants b.ts', runEvent('step.interrupted', { step, try: 1, reason: 'it wants b.ts', then: 'asks' })],
  ['E1 was allowed what it asked for', runEvent('step.granted', { step })],
  ['E1 to be tried again', runEvent('step.requeued', { step })],
  ['E1 to be tried again: look at a.ts', runEvent('step.requeued', { step, hint: 'look at a.ts\nfirst' })],
  ['undone: E1, E1', runEvent('steps.undone', { steps: [step, step] })],
  [
    'a late result of E1 was not used: it is done already',
    runEvent('result.ignored', { step, try: 1, outcome: 'done', reason: 'it is done already' }),
  ],
  [
    'receipt of plan: 0 calls refused, nothing changed',
    runEvent('receipt.recorded', { ...receipt, refused: [], changes: [] }),
  ],
  [
    'receipt of plan: 1 call refused, 1 file changed',
    runEvent('receipt.recorded', { ...receipt, refused: [refusedCall], changes: [{ path: 'a.ts', change: 'added' }] }),
  ],
  ['no budget', runEvent('budget.set', { budget: null })],
  ['budget: 100 tokens', runEvent('budget.set', { budget: { tokens: 100 } })],
  ['60 tokens reserved for a call', runEvent('call.reserved', { call: 'a', tokens: 60, costUsd: null })],
  ['a call took 12 tokens', runEvent('call.settled', { call: 'a', usage: { inputTokens: 10, outputTokens: 2 } })],
  ['a call took 10 tokens', runEvent('call.settled', { call: 'a', usage: { inputTokens: 10 } })],
  ['a call took 2 tokens', runEvent('call.settled', { call: 'a', usage: { outputTokens: 2 } })],
  ['a call took 0 tokens', runEvent('call.settled', { call: 'a' })],
  [
    'planner: asked again (no JSON)',
    runEvent('notice.recorded', {
      phase: 'plan',
      agent: 'planner',
      notice: { type: 'asked-again', reason: 'no JSON' },
    }),
  ],
  [
    'E1: asked again (no JSON)',
    runEvent('notice.recorded', {
      ...{ phase: 'execute', agent: 'coder', step, try: 1 },
      notice: { type: 'asked-again', reason: 'no JSON' },
    }),
  ],
  ['paused: supervisor', runEvent('hold.placed', { on: 'plan', reason: 'supervisor' })],
  ['E1 waits: handoff (no model)', runEvent('hold.placed', { on: step, reason: 'handoff', note: 'no model\nat all' })],
  ['E1 released: handoff', runEvent('hold.cleared', { on: step, reason: 'handoff' })],
  ['plan done', runEvent('plan.finished', { state: 'done', hadErrors: false })],
  ['answer written (model)', runEvent('run.answered', { source: 'model', answer: 'it is so' })],
  ['cancelled', runEvent('run.cancelled', {})],
  ['cancelled: not needed', runEvent('run.cancelled', { reason: 'not needed' })],
])('tells that %s', (text, event) => {
  const drafted = runEvent('plan.drafted', { ...revision, source: 'given', notes: [] });
  expect(timeline(stored([drafted, event])).at(-1)?.text).toBe(text);
});

it('knows steps that came with an edit, and names by their ids those that no plan has', () => {
  const edited = runEvent('plan.edited', { ...revision, approvalNeeded: true });
  const done = runEvent('step.succeeded', { step, try: 1, answer: 'yes' });
  expect(timeline(stored([edited, done])).at(-1)?.text).toBe('E1 done: yes');
  expect(timeline(stored([done])).at(-1)?.text).toBe(`${step} done: yes`);
});
