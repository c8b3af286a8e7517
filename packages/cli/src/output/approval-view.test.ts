import { decide, emptyRun, parsePlan, type RunCommand, runIdSchema, type RunState } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import { approvalView } from './approval-view.js';
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
