/** Writes the log of a run that goes through much of what can happen. Run once a release: `npx tsx -C planwright-source tests/replay/make-log.ts 0.1.0`. */
import { writeFileSync } from 'node:fs';
import { builtInAgents, errorInfo, parsePlan, planCard, reportOf, type StepOutcome } from '@planwright/core';
import { createMemoryEventStore, createRuntime } from '@planwright/runtime';
import { createCountingIds, createFixedClock } from '@planwright/runtime/testing';

const parsed = parsePlan(
  JSON.stringify({
    task_summary: 'go through much of what can happen',
    steps: [
      { id: 'E1', agent: 'search', task: 'look around' },
      { id: 'E2', agent: 'coder', task: 'use #E1.summary' },
      { id: 'E3', agent: 'reviewer', task: 'fails twice, then works on #E1' },
      { id: 'E4', agent: 'search', task: 'always fails' },
      { id: 'E5', agent: 'coder', task: 'would use #E4' },
      { id: 'E6', agent: 'search', task: 'gives up', deps: ['E3'] },
    ],
  }),
);
if (!parsed.ok) throw new Error('the plan cannot be read');

const failed = (message: string, next?: 'skip'): StepOutcome => ({
  type: 'failed',
  error: errorInfo('agent-failed', message),
  ...(next ? { next } : {}),
});
const store = createMemoryEventStore();
const runtime = createRuntime({
  store: { ...store, close: () => Promise.resolve() },
  clock: createFixedClock(),
  ids: createCountingIds(),
  worker: {
    agents: builtInAgents,
    work: ({ label, attempt }) => {
      if (label === 'E4') return Promise.resolve(failed('there is no such thing'));
      if (label === 'E3' && attempt < 3) return Promise.resolve(failed(`not yet (${attempt})`));
      if (label === 'E6') return Promise.resolve(failed('not worth it', 'skip'));
      return Promise.resolve({
        type: 'done',
        answer: `${label} is done\nsecond line`,
        usage: { inputTokens: 10, outputTokens: 2 },
      });
    },
  },
});
const run = await runtime.start({ plan: parsed.plan, task: 'a task' }, { concurrency: 2, onFailure: 'pause' });
await run.approve();
await run.start();
await run.rest(); // E4 is at the retry cap
const state = run.state();
const e4 = state.execution?.plan.steps[3];
if (e4 === undefined) throw new Error('no E4');
await run.pause('lunch');
await run.edit({ ...(state.execution?.plan ?? parsed.plan), approach: 'added by hand' });
await run.approve();
await run.fail(e4.id, 'nobody can do this');
await run.resume();
await run.rest();
const version = process.argv[2] ?? 'unreleased';
const expected = { card: planCard(run.state()), report: reportOf(run.state()) };
writeFileSync(
  `tests/replay/logs/${version}.json`,
  `${JSON.stringify({ events: await store.read(run.id), expected }, null, 1)}\n`,
);
await runtime.close();
