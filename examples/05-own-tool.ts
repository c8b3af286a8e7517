/** A tool of your own, and an agent that has it. It says what a call would do before it is made, and the gate decides. */
import { newAgent, parsePlan } from '@planwright/core';
import { createRuntime, type Tool } from '@planwright/runtime';
import { createModelWorker, createScriptedModel } from '@planwright/runtime/node';

const clock: Tool = {
  spec: { name: 'clock', description: 'tells the year', parameters: { type: 'object', properties: {} } },
  class: 'reads',
  facts: () => Promise.resolve({ tool: 'clock', class: 'reads', writes: [] }),
  call: () => Promise.resolve({ ok: true, text: `it is ${new Date().getFullYear() > 2000 ? 'late' : 'early'}` }),
};
const agents = [{ ...newAgent('timekeeper'), class: 'reads', tools: ['clock'] }] as const;
const model = createScriptedModel({ replies: [{ tools: [{ name: 'clock' }] }, { text: 'looked at the clock' }] });

const parsed = parsePlan('[{ "id": "E1", "agent": "timekeeper", "task": "Say what time it is" }]');
if (!parsed.ok) throw new Error('the plan cannot be read');

const worker = createModelWorker({
  ...{ modelFor: () => model, agents },
  ...{ root: process.cwd(), tools: () => Promise.resolve([clock]) },
});
const runtime = createRuntime({ worker });
const run = await runtime.start({ plan: parsed.plan });
await run.result();
for await (const event of run.events()) if (event.type === 'step.succeeded') console.log(event.data.transcript);
await runtime.close();
