/** A process that runs a plan and, when told to, dies by its own hand at an append. Started by `sigkill.test.ts`. */
import { appendFileSync } from 'node:fs';
import { builtInAgents, planState, type RunId } from '@planwright/core';
import { createRuntime, type EventStore, proceed, type Worker } from '@planwright/runtime';
import { createSqliteEventStore, processLiveness } from '@planwright/runtime/node';
import { fanOut } from './fan-out.js';

const [file, log, command, dieAt = '0', moment = 'before'] = process.argv.slice(2) as [
  string,
  string,
  string,
  string?,
  string?,
];

/** Steps that never come to an end in this process. */
const hanging = (process.env['HANG'] ?? '').split(',');

const worker: Worker = {
  agents: builtInAgents,
  work: (order) => {
    appendFileSync(log, `${order.label}\n`);
    if (hanging.includes(order.label)) return new Promise(() => undefined);
    return Promise.resolve({ type: 'done', answer: `answer of ${order.label}` });
  },
};

function dies(store: EventStore): EventStore {
  let appends = 0;
  const kill = (): Promise<never> => {
    process.kill(process.pid, 'SIGKILL');
    return new Promise<never>(() => undefined);
  };
  return {
    ...store,
    append: async (append) => {
      // Its own number: while it is on its way, another may begin.
      const number = (appends += 1);
      if (number === Number(dieAt) && moment === 'before') return kill();
      const appended = await store.append(append);
      if (number === Number(dieAt)) return kill();
      return appended;
    },
  };
}

const store = dies(await createSqliteEventStore(file));
const runtime = createRuntime({ store, worker, liveness: processLiveness });
const known = (await runtime.list({ limit: 1 }))[0];
const run =
  command === 'resume' && known !== undefined
    ? await runtime.open(known.id as RunId)
    : await runtime.start({ plan: fanOut });
await run.attend();
if (planState(run.state()) === 'draft') await proceed(run, 'reads-only');
// Keeps a process alive that only waits for a step that hangs.
const alive = setInterval(() => undefined, 1000);
const state = await run.rest();
clearInterval(alive);
console.log(
  JSON.stringify({
    state: planState(state),
    answers: state.execution?.steps.map((step) => (step.status === 'done' ? step.answer : step.status)),
  }),
);
await runtime.close();
