import { type Notice, PlanwrightError, type StepOutcome } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import { createFallbackStaff, type Staff } from './fallback-worker.js';
import { anOrder } from './testing/an-order.js';

const { signal } = new AbortController();
const down = {
  type: 'failed',
  error: { code: 'model-unavailable', message: 'no key', retryable: false, details: { failure: 'missing' } },
} as const;

function staff(name: string, outcome: StepOutcome, agents: readonly string[] = ['search', 'coder']): Staff {
  return {
    name,
    worker: {
      agents: agents.map((agent) => ({ name: agent, class: 'reads', purpose: '' })),
      work: async () => outcome,
    },
    planner: {
      draft: async () => {
        if (outcome.type === 'failed') throw new PlanwrightError(outcome.error.code, outcome.error.message);
        return {
          ok: true,
          plan: { goal: name, mode: 'parallel', advance: 'auto', venue: 'main', steps: [], extra: {} },
          notes: [],
        };
      },
    },
  };
}

const offline = staff('offline', { type: 'done', answer: 'found' }, ['search']);

function taking(first: Staff): {
  readonly staff: Staff;
  readonly notices: Notice[];
  readonly options: { signal: AbortSignal; onNotice: (notice: Notice) => void };
} {
  const notices: Notice[] = [];
  return {
    staff: createFallbackStaff(first, offline),
    notices,
    options: { signal, onNotice: (notice) => notices.push(notice) },
  };
}

describe('when no model replies', () => {
  it('the second carries out what it can, and the change is noted', async () => {
    const { staff: both, notices, options } = taking(staff('anthropic:x', down));
    expect(await both.worker.work(anOrder({ agent: 'search' }), options)).toEqual({ type: 'done', answer: 'found' });
    expect(notices).toEqual([
      { type: 'model-replaced', from: 'anthropic:x', to: 'offline', failure: 'missing', reason: 'no key' },
    ]);
  });

  it('what the second cannot do is handed over, never pretended', async () => {
    const { staff: both, options } = taking(staff('anthropic:x', down));
    expect(await both.worker.work(anOrder({ agent: 'coder' }), options)).toEqual({
      type: 'handed-over',
      reason: 'no model replied, and offline is no coder: no key',
    });
  });

  it('the second drafts the plan, and the draft says so', async () => {
    const { staff: both, notices, options } = taking(staff('anthropic:x', down));
    expect(await both.planner.draft('task', options)).toMatchObject({
      plan: { goal: 'offline' },
      degraded: 'drafted by offline, because no model replied: no key',
      notes: ['drafted by offline, because no model replied: no key'],
    });
    expect(notices).toHaveLength(1);
  });

  it('the second drafts the plan where what the models said is none, and the cost of both is counted', async () => {
    const problems = [{ code: 'no-plan-found', step: null, field: null, message: 'the text has no plan' }] as const;
    const vain = {
      ...staff('anthropic:x', down),
      planner: { draft: async () => ({ ok: false, problems, usage: { inputTokens: 7 } }) as const },
    };
    const { staff: both, notices, options } = taking(vain);
    expect(await both.planner.draft('task', options)).toMatchObject({
      ok: true,
      plan: { goal: 'offline' },
      degraded: 'drafted by offline, because no plan of a model can be used: the text has no plan',
      usage: { inputTokens: 7 },
    });
    expect(notices).toMatchObject([{ type: 'model-replaced', failure: 'unreadable' }]);
  });

  it('a plan of a model can be drafted again, whoever comes last', () => {
    const model = staff('anthropic:x', { type: 'done', answer: '' });
    const { staff: both } = taking({ ...model, planner: { ...model.planner, redrafts: true } });
    expect(both.planner.redrafts).toBe(true);
  });

  it('a plan of a model is not degraded', async () => {
    const { staff: both, options } = taking(staff('anthropic:x', { type: 'done', answer: 'x' }));
    expect(await both.planner.draft('task', options)).not.toHaveProperty('degraded');
  });
});

it('a step that failed by itself is not done again by another', async () => {
  const failed = { type: 'failed', error: { code: 'agent-failed', message: 'no', retryable: true } } as const;
  const { staff: both, notices, options } = taking(staff('anthropic:x', failed));
  expect(await both.worker.work(anOrder(), options)).toEqual(failed);
  expect(notices).toEqual([]);
});
