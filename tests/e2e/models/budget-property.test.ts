import { builtInAgentTable, parsePlan, type Plan, type RunEvent } from '@planwright/core';
import { createModelWorker } from '@planwright/runtime/node';
import { createRuntime, type Model } from '@planwright/runtime';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

type Call = { readonly reserves: number; readonly takes: number; readonly pauses: number };
type Case = {
  readonly budget: number;
  readonly concurrency: number;
  /** For each step, the steps before it that it needs, and the calls of the model it takes. */
  readonly steps: readonly { readonly needs: readonly number[]; readonly calls: readonly Call[] }[];
};

/** What a call takes, compared with what was reserved for it. */
const cases = (takes: (reserved: number) => fc.Arbitrary<number>): fc.Arbitrary<Case> =>
  fc.record({
    budget: fc.integer({ min: 50, max: 2000 }),
    concurrency: fc.integer({ min: 1, max: 4 }),
    steps: fc.array(
      fc.record({
        needs: fc.array(fc.nat({ max: 3 }), { maxLength: 2 }),
        calls: fc.array(
          fc
            .integer({ min: 1, max: 400 })
            .chain((reserves) =>
              fc.record({ reserves: fc.constant(reserves), takes: takes(reserves), pauses: fc.nat({ max: 5 }) }),
            ),
          { minLength: 1, maxLength: 3 },
        ),
      }),
      { minLength: 1, maxLength: 5 },
    ),
  });

function planOf({ steps }: Case): Plan {
  const written = steps.map(({ needs }, index) => ({
    id: `E${index + 1}`,
    agent: 'search',
    task: 'look',
    deps: needs.filter((other) => other < index).map((other) => `E${other + 1}`),
  }));
  const parsed = parsePlan(JSON.stringify({ task_summary: 'Spend', steps: written }));
  if (!parsed.ok) throw new Error('the plan cannot be read');
  return { ...parsed.plan, mode: 'parallel' };
}

/** A model that says what a reply may take, and takes what it likes. */
function spender({ steps }: Case): Model {
  const callsOf = (label: string | null): readonly Call[] => steps[Number(label?.slice(1)) - 1]?.calls ?? [];
  return {
    name: 'spender',
    estimate: ({ label, turn }) => ({ tokens: callsOf(label)[turn - 1]?.reserves ?? 1, costUsd: null }),
    reply: async ({ label, turn }) => {
      const { takes = 0, pauses = 0 } = callsOf(label)[turn - 1] ?? {};
      for (let pause = 0; pause < pauses; pause += 1) await Promise.resolve();
      const usage = { inputTokens: takes, outputTokens: 0 };
      if (label === null) return { text: 'all done', toolCalls: [], usage };
      const isLast = turn >= callsOf(label).length;
      const call = isLast ? { name: 'step_done', args: { answer: 'done' } } : { name: 'look', args: { turn } };
      return { text: '', toolCalls: [{ id: `${turn}`, ...call }], usage };
    },
  };
}

/** A step whose budget ran out starts anew, so less than all its calls take would never bring it to its end. */
function enoughToGoOn({ steps, concurrency }: Case): number {
  const whole = steps.map(({ calls }) =>
    calls.reduce((sum, { reserves, takes }) => sum + Math.max(reserves, takes), 0),
  );
  return concurrency * Math.max(...whole);
}

/** Carries a case out; each time the budget is spent it is raised, until the run has ended. */
async function spend(
  given: Case,
): Promise<{ readonly events: readonly RunEvent[]; readonly state: string; readonly pauses: number }> {
  const worker = createModelWorker({
    modelFor: () => spender(given),
    agents: builtInAgentTable,
    root: '.',
    tools: () => Promise.resolve([]),
  });
  const runtime = createRuntime({ worker });
  let { budget: tokens } = given;
  const run = await runtime.start({ plan: planOf(given) }, { budget: { tokens }, concurrency: given.concurrency });
  let pauses = 0;
  for (let state = await run.rest(); state.answer === null; state = await run.rest()) {
    expect(new Set(state.execution?.holds.map(({ reason }) => reason))).toEqual(new Set(['budget']));
    pauses += 1;
    tokens += enoughToGoOn(given);
    await run.setBudget({ tokens });
  }
  const { state } = await run.result();
  const events: RunEvent[] = [];
  for await (const event of run.events()) events.push(event);
  await runtime.close();
  return { events, state, pauses };
}

/** Follows the money: by how much calls were let through that had no room, and how far the budget was overdrawn. */
function follow(events: readonly RunEvent[]): { readonly most: number; readonly overdrawn: number } {
  const inFlight = new Map<string, number>();
  let [budget, spent, most, overdrawn] = [Infinity, 0, 0, 0];
  const reserved = (): number => [...inFlight.values()].reduce((sum, tokens) => sum + tokens, 0);
  for (const { type, data } of events) {
    if (type === 'run.created') budget = data.budget?.tokens ?? Infinity;
    if (type === 'budget.set') budget = data.budget?.tokens ?? Infinity;
    if (type === 'call.reserved') {
      inFlight.set(data.call, data.tokens);
      most = Math.max(most, spent + reserved() - budget);
    }
    if (type === 'call.settled') {
      inFlight.delete(data.call);
      spent += data.usage?.inputTokens ?? 0;
      overdrawn = Math.max(overdrawn, spent - budget);
    }
  }
  expect(inFlight.size).toBe(0);
  return { most, overdrawn };
}

const runs = { numRuns: 500 };

describe('a run with a budget', () => {
  it('never spends more than it has, when no call takes more than was reserved for it', async () => {
    let paused = 0;
    await fc.assert(
      fc.asyncProperty(
        cases((reserved) => fc.integer({ min: 0, max: reserved })),
        async (given) => {
          const { events, state, pauses } = await spend(given);
          paused += pauses;
          const { most, overdrawn } = follow(events);
          expect({ state, most, overdrawn }).toEqual({ state: 'done', most: 0, overdrawn: 0 });
        },
      ),
      runs,
    );
    expect(paused).toBeGreaterThan(0);
  });

  it('is overdrawn by no more than the calls in flight took beyond what was reserved', async () => {
    await fc.assert(
      fc.asyncProperty(
        cases((reserved) => fc.integer({ min: 0, max: 2 * reserved })),
        async (given) => {
          const { events, state } = await spend(given);
          const { most, overdrawn } = follow(events);
          const beyond = given.steps.flatMap(({ calls }) =>
            calls.map(({ reserves, takes }) => Math.max(0, takes - reserves)),
          );
          const inFlight = beyond.toSorted((one, other) => other - one).slice(0, given.concurrency);
          expect({ state, most }).toEqual({ state: 'done', most: 0 });
          expect(overdrawn).toBeLessThanOrEqual(inFlight.reduce((sum, tokens) => sum + tokens, 0));
        },
      ),
      runs,
    );
  });
});
