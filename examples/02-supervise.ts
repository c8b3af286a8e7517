/** A supervisor at work: a plan that writes waits for approval, is paused, edited while paused, approved again, resumed. */
import { builtInAgents, parsePlan, planCard } from '@planwright/core';
import { createRuntime } from '@planwright/runtime';

const parsed = parsePlan(
  '[{"id":"E1","agent":"coder","task":"write the parser"},{"id":"E2","agent":"coder","task":"write the docs"}]',
);
if (!parsed.ok) throw new Error('the plan cannot be read');

const runtime = createRuntime({
  worker: { agents: builtInAgents, work: (order) => Promise.resolve({ type: 'done', answer: `did: ${order.task}` }) },
});

const run = await runtime.start({ plan: parsed.plan });
console.log(planCard(run.state()).state, '-', planCard(run.state()).wanted); // it may write, so nothing started

await run.approve();
await Promise.all([run.start(), run.pause('let me think')]); // the first step is under way; the second does not start
await run.rest();

const { plan } = run.state().execution ?? { plan: parsed.plan };
const steps = plan.steps.map((step) => (step.label === 'E2' ? { ...step, task: 'write the tests' } : step));
await run.edit({ ...plan, steps }); // revision 2: nobody approved it yet
await run.approve();
await run.resume();
console.log((await run.result()).answer);
await runtime.close();
