/** The shortest useful program: a plan as a model would write it, carried out by a function. */
import { parsePlan } from '@planwright/core';
import { createRuntime } from '@planwright/runtime';

const parsed = parsePlan(`Here is the plan:
  [{ id: 'E1', agent: 'search', task: 'find the answer' },
   { id: 'E2', agent: 'reviewer', task: 'double check: #E1' }]`);
if (!parsed.ok) throw new Error(parsed.problems.map((problem) => problem.message).join('\n'));

const runtime = createRuntime({
  worker: {
    agents: [
      { name: 'search', class: 'reads', purpose: 'finds things' },
      { name: 'reviewer', class: 'reads', purpose: 'checks things' },
    ],
    work: (order) => Promise.resolve({ type: 'done', answer: order.agent === 'search' ? '42' : 'it holds' }),
  },
});
const run = await runtime.start({ plan: parsed.plan });
console.log((await run.result()).answer);
await runtime.close();
