/** A run on disk: the first process stops in the middle, the second goes on with what was not finished. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtInAgents, parsePlan } from '@planwright/core';
import { createRuntime, type Worker } from '@planwright/runtime';
import { createSqliteEventStore, processLiveness } from '@planwright/runtime/node';

const file = join(await mkdtemp(join(tmpdir(), 'planwright-')), 'planwright.db');
const parsed = parsePlan('[{"id":"E1","agent":"search","task":"first"},{"id":"E2","agent":"search","task":"second"}]');
if (!parsed.ok) throw new Error('the plan cannot be read');

const worker = (name: string, hangsOn?: string): Worker => ({
  agents: builtInAgents,
  work: (order) => {
    console.log(`${name} works on ${order.label}`);
    if (order.label === hangsOn) return new Promise(() => undefined);
    return Promise.resolve({ type: 'done', answer: `${order.task} by ${name}` });
  },
});

const first = createRuntime({
  store: await createSqliteEventStore(file),
  worker: worker('first', 'E2'),
  liveness: processLiveness,
});
const started = await first.start({ plan: parsed.plan });
for await (const event of started.events())
  if (event.type === 'step.started' && event.data.step === parsed.plan.steps[1]?.id) break;
await first.close(); // or kill -9: what was recorded is the same

const second = createRuntime({
  store: await createSqliteEventStore(file),
  worker: worker('second'),
  liveness: processLiveness,
});
const run = await second.open(started.id);
await run.attend();
console.log((await run.result()).answer);
await second.close();
