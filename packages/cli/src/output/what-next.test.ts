import { decide, emptyRun, type Hold, parsePlan, parseRunId, type RunCommand, type RunState } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import { wantedView } from './run-view.js';
import { whatNext } from './what-next.js';

const person = { kind: 'person', name: 'user' } as const;
const settings = {
  supervised: true,
  autoSteps: 8,
  concurrency: 4,
  maxAttempts: 3,
  maxSteps: 20,
  onFailure: 'pause',
} as const;

function planOf(text: string): Extract<ReturnType<typeof parsePlan>, { ok: true }>['plan'] {
  const parsed = parsePlan(text);
  if (!parsed.ok) throw new Error(parsed.problems[0]?.message);
  return parsed.plan;
}

const plan = planOf(
  '{"task_summary":"x","steps":[{"id":"E1","agent":"coder","task":"a"},{"id":"E2","agent":"file","task":"b"}]}',
);
const step = plan.steps[0]!.id;

function after(...commands: readonly RunCommand[]): RunState {
  const at = '2026-01-01T00:00:00.000Z';
  return commands.reduce(
    (state, command) => {
      const decided = decide(state, command, { actor: person, at });
      if (!decided.ok) throw new Error(decided.refusal.message);
      return decided.state;
    },
    emptyRun(parseRunId('run-abcd')!),
  );
}

const draft = [
  { type: 'run.create', task: 'x', settings },
  { type: 'plan.draft', plan, source: 'given' },
] as const;
const approve = { type: 'plan.approve', policy: 'person' } as const;
const running = after(...draft, approve, { type: 'run.start' });

const held = (hold: Hold): RunState => ({ ...running, execution: { ...running.execution!, holds: [hold] } });
const approvedWith = (model: string, state: RunState): RunState => ({
  ...state,
  approval: { ...state.approval!, ground: { baseCommit: null, agents: '', model } },
});
const typed = (state: RunState): readonly string[] =>
  whatNext(state).map(({ command }) => command.replace('planwright ', ''));

describe('what a person may type next', () => {
  it.each([
    ['a draft', after(...draft), ['approve run-abcd', 'edit run-abcd', 'cancel run-abcd']],
    ['an approved draft', after(...draft, approve), ['run run-abcd']],
    ['a run that nobody carries out', running, ['run run-abcd', 'cancel run-abcd']],
    ['a pause', held({ on: 'plan', reason: 'supervisor' }), ['resume run-abcd']],
    ['the throttle', held({ on: 'plan', reason: 'auto_throttle' }), ['resume run-abcd']],
    ['the manual gate', held({ on: 'plan', reason: 'manual_gate' }), ['resume run-abcd']],
    [
      'a step at its cap',
      held({ on: 'plan', reason: 'retry_cap', about: step }),
      ['retry run-abcd E1 --hint "…"', 'skip run-abcd E1', 'show run-abcd E1 --transcript'],
    ],
    [
      'a plan to rewrite',
      held({ on: 'plan', reason: 'revise', about: step }),
      ['edit run-abcd --approve', 'resume run-abcd'],
    ],
    [
      'a changed plan',
      { ...held({ on: 'plan', reason: 'approval' }), hash: 'another' },
      ['approve run-abcd', 'edit run-abcd'],
    ],
    [
      'a changed ground',
      approvedWith('script:a.yaml', held({ on: 'plan', reason: 'approval' })),
      ['resume run-abcd --model script:a.yaml', 'approve run-abcd', 'edit run-abcd'],
    ],
    [
      'a run that nobody carries out, approved with a model',
      approvedWith('script:a.yaml', running),
      ['run run-abcd --model script:a.yaml', 'cancel run-abcd'],
    ],
    ['a spent budget', held({ on: 'plan', reason: 'budget' }), ['budget run-abcd "…"', 'show run-abcd']],
    ['an end', after(...draft, { type: 'run.cancel' }), []],
  ] as const)('at %s', (_name, state, expected) => {
    expect(typed(state)).toEqual(expected);
  });

  it('at a run that somebody carries out: to watch and to hold it, not to carry it out too', () => {
    const commands = whatNext(running, { isUnattended: false }).map(({ command }) => command);
    expect(commands).toEqual(['planwright events run-abcd --follow', 'planwright pause run-abcd']);
  });

  it('goes on with the model that was named, where it goes on at all', () => {
    const flags = { values: new Map([['model', 'script:a b.yaml']]) };
    const shown = wantedView(after(...draft), { flags });
    expect(shown).toContain("planwright approve run-abcd --model 'script:a b.yaml'");
    expect(shown).not.toContain('planwright cancel run-abcd --model');
    const other = wantedView(approvedWith('script:c.yaml', held({ on: 'plan', reason: 'approval' })), { flags });
    expect(other).toContain('planwright resume run-abcd --model script:c.yaml ');
    expect(other).toContain("planwright approve run-abcd --model 'script:a b.yaml'");
  });

  it('at a spent budget: with the steps that start again from their beginning', () => {
    const spent = held({ on: 'plan', reason: 'budget', about: step });
    const [first, ...others] = spent.execution!.steps;
    const cutOff = { ...first!, status: 'in_progress', work: 'between-tries', due: true, startedAt: '' } as const;
    const [raise] = whatNext({ ...spent, execution: { ...spent.execution!, steps: [cutOff, ...others] } });
    expect(raise?.does).toBe(
      'let it spend more and go on; E1 again from the beginning, as nothing of a try that is cut off is kept',
    );
  });

  it('at a step that asks for more: not as at one in doubt', () => {
    const doubtful = held({ on: step, reason: 'approval' });
    expect(typed(doubtful)).toContain('done run-abcd E1 --answer "…"');
    const asked = { tool: 'write', commands: [], files: ['notes.md'], reason: 'not among its files' };
    const [first, ...others] = doubtful.execution!.steps;
    const steps = [{ ...first!, asked }, ...others];
    expect(typed({ ...doubtful, execution: { ...doubtful.execution!, steps } })).toEqual([
      'approve run-abcd E1',
      'retry run-abcd E1 --hint "…"',
      'skip run-abcd E1',
    ]);
  });

  it('at steps that wait for somebody: for each of them', () => {
    const holds = plan.steps.map(({ id }): Hold => ({ on: id, reason: 'handoff' }));
    const state = { ...running, execution: { ...running.execution!, holds } };
    expect(typed(state).filter((command) => command.startsWith('done'))).toEqual([
      'done run-abcd E1 --answer "…"',
      'done run-abcd E2 --answer "…"',
    ]);
  });

  it('of a run that failed: what was printed, how to run that step again, and the whole plan anew', () => {
    const [first, ...others] = running.execution!.steps;
    const error = { code: 'agent-failed', message: 'no', retryable: false } as const;
    const failed = { ...first!, status: 'failed', error, startedAt: '', endedAt: '' } as const;
    const state = {
      ...running,
      status: 'failed',
      answer: { text: null, source: 'report' },
      execution: { ...running.execution!, steps: [failed, ...others] },
    } as const;
    expect(typed(state)).toEqual(['show run-abcd E1 --transcript', 'undo run-abcd E1', 'run run-abcd']);
    expect(typed({ ...state, status: 'cancelled' })).toEqual([]);
  });
});
