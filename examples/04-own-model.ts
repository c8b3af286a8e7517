/** A model of your own: whatever can reply can carry steps out. This one ends each step at once with what a table says. */
import { builtInAgentTable, parsePlan } from '@planwright/core';
import { createRuntime, type Model } from '@planwright/runtime';
import { createModelWorker } from '@planwright/runtime/node';

const table = new Map([['E1', 'the sky is blue']]);

const model: Model = {
  name: 'table',
  reply: ({ label }) => {
    if (label === null) return Promise.resolve({ text: `Looked up: ${[...table.values()].join()}`, toolCalls: [] });
    const answer = table.get(label) ?? 'not in the table';
    return Promise.resolve({ text: '', toolCalls: [{ id: '1', name: 'step_done', args: { answer } }] });
  },
};

const parsed = parsePlan('[{ "id": "E1", "agent": "search", "task": "Find the colour of the sky" }]');
if (!parsed.ok) throw new Error('the plan cannot be read');

const worker = createModelWorker({
  ...{ modelFor: () => model, agents: builtInAgentTable },
  ...{ root: process.cwd(), tools: () => Promise.resolve([]) },
});
const runtime = createRuntime({ worker });
const run = await runtime.start({ plan: parsed.plan });
console.log((await run.result()).answer);
await runtime.close();
