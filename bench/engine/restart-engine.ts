/** Runs the newest run of a store on, or starts one; says `first` when a step is at work, and hangs there until it is killed. */
import { builtInAgents, type RunId } from '@planwright/core';
import { createRuntime } from '@planwright/runtime';
import { createSqliteEventStore, processLiveness } from '@planwright/runtime/node';
import { chain } from './plans.js';

const runtime = createRuntime({
  store: await createSqliteEventStore(process.argv[2] ?? ''),
  liveness: processLiveness,
  worker: {
    agents: builtInAgents,
    work: () => {
      process.stdout.write('first\n');
      return new Promise(() => undefined);
    },
  },
});
const known = (await runtime.list({ limit: 1 }))[0];
if (known === undefined) await runtime.start({ plan: chain(20) });
else await (await runtime.open(known.id as RunId)).attend();
setInterval(() => undefined, 1000);
