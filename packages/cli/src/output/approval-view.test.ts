import { decide, emptyRun, parsePlan, type RunCommand, runIdSchema, type RunState } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import { approvalView, whyNotByPolicy } from './approval-view.js';
import { withoutStyles } from './style.js';

const person = { kind: 'person', name: 'ada' } as const;
const settings = {
  supervised: true,
  autoSteps: null,
  concurrency: 1,
  maxAttempts: 1,
  maxSteps: 20,
  onFailure: 'pause',
} as const;

function after(...commands: readonly RunCommand[]): RunState {
  return commands.reduce(
    (state: RunState, command) => {
      const decided = decide(state, command, { actor: person, at: '2026-01-01T00:00:00.000Z' });
      if (!decided.ok) throw new Error(decided.refusal.message);
      return decided.state;
    },
    emptyRun(runIdSchema.parse('run-test1')),
  );
}

function drafted(goal = 'Run something'): readonly RunCommand[] {
  const parsed = parsePlan(
    JSON.stringify({
      goal,
      complexity: 'medium',
      score: 5,
      approach: 'Ask node itself',
      steps: [
        { id: 'E1', agent: 'search', task: 'Find where the version is used' },
        { id: 'E2', agent: 'shell', task: 'Run `node --version`', criteria: ['node prints v20'] },
      ],
    }),
  );
  if (!parsed.ok) throw new Error(parsed.problems[0]?.message);
  return [
    { type: 'run.create', task: 'a task', settings },
    { type: 'plan.draft', plan: parsed.plan, source: 'given' },
  ];
}

const lines = (text: string): readonly string[] => withoutStyles(text).split('\n');

describe('what is asked for', () => {
  it('says complexity, how many steps, the approach, where the plan lies, what the check found and every command', () => {
    const state = after(...drafted());
    expect(lines(approvalView(state))).toEqual([
      `Revision 1 of run-test1, hash ${state.hash ?? ''}`,
      'Complexity: medium (5 of 10)',
      'Steps: 2 (1 only reading, 1 running commands)',
      'Approach: Ask node itself',
      'Plan: planwright show run-test1, or as a file: planwright export run-test1',
      'Check: 100 of 100',
      'It may run these commands, and no others:',
      '  E2  node --version',
    ]);
  });

  it('has a place for the forecast and for what changed', () => {
    const text = lines(
      approvalView(after(...drafted()), { forecast: 'Forecast: $0.10 ± 30 %', diff: 'Changes from revision 1 to 2:' }),
    );
    expect(text.slice(-2)).toEqual(['Forecast: $0.10 ± 30 %', 'Changes from revision 1 to 2:']);
  });

  it('proposes something else once three plans were rejected', () => {
    const reject: RunCommand = { type: 'plan.reject', reason: 'no' };
    const another = (goal: string): readonly RunCommand[] => [...drafted(goal).slice(1), reject];
    const state = after(...drafted(), reject, ...another('second'), ...another('third'));
    expect(lines(approvalView(state)).slice(-4)).toEqual([
      'Plans like this were rejected again and again. Instead:',
      '  Make two plans of it, each approved on its own: first E1, then E2.',
      '  Ask for the same goal in another way than "Ask node itself".',
      '  Settle for E1 and leave E2 for another time.',
    ]);
  });

  it('is nothing without a plan', () => {
    expect(approvalView(after(...drafted().slice(0, 1)))).toBe('');
  });
});

describe('a plan that was approved on another ground', () => {
  const problems = ['it was approved on aaaaaaaaaaaa, and the project is now at bbbbbbbbbbbb'];

  it('says what moved and which files changed, before all else', () => {
    const shown = lines(approvalView(after(...drafted()), { moved: { problems, files: ['a.ts', 'b.ts'] } }));
    expect(shown.slice(1, 4)).toEqual([
      'It was approved before, and asks again:',
      `  ${problems.join()}`,
      '  changed since: a.ts, b.ts',
    ]);
  });

  it('says where its work goes on once it has started, and does not list every file', () => {
    const files = Array.from({ length: 12 }, (_, index) => `file-${index}`);
    const started = after(...drafted(), { type: 'plan.approve', policy: 'person' }, { type: 'run.start' });
    const text = approvalView(started, { moved: { problems, files } });
    expect(text).toContain('file-9, and 2 more');
    expect(text).toContain('Its work goes on from the files it began with; planwright apply brings it to yours.');
  });
});

describe('why a policy did not approve', () => {
  it('names every limit the plan is beyond', () => {
    const state = after(...drafted());
    expect(lines(whyNotByPolicy(state, 'auto', { complexity: 'low', class: 'writes' }))).toEqual([
      'A person must look; it is beyond what approve.limits lets run by itself:',
      '  its complexity is medium, and only low may run by itself',
      '  step E2 is external, and only writes may run by itself',
    ]);
    expect(whyNotByPolicy(state, 'reads-only')).toBe('A person must approve: not every step only reads.');
  });
});
