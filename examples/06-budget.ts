/** A hard budget: a run waits before it is overdrawn, and goes on when it may spend more. */
import { builtInAgentTable, parsePlan } from '@planwright/core';
import { createRuntime } from '@planwright/runtime';
import { createModelWorker, createScriptedModel } from '@planwright/runtime/node';

const usage = { inputTokens: 700, outputTokens: 100 };
const scripted = createScriptedModel({ otherwise: { text: 'found it', usage } });
const model = { ...scripted, estimate: () => ({ tokens: 1000, costUsd: null }) };

const steps = ['E1', 'E2', 'E3'].map((id) => ({ id, agent: 'search', task: 'Find the next place' }));
const parsed = parsePlan(JSON.stringify(steps));
if (!parsed.ok) throw new Error('the plan cannot be read');

const worker = createModelWorker({
  ...{ modelFor: () => model, agents: builtInAgentTable },
  ...{ root: process.cwd(), tools: () => Promise.resolve([]) },
});
const runtime = createRuntime({ worker });
const run = await runtime.start({ plan: parsed.plan }, { budget: { tokens: 2000 } });
const { execution, spending } = await run.rest();
console.log(`${spending.total.tokens} tokens spent, waits for:`, execution?.holds[0]?.reason);

await run.setBudget({ tokens: 10_000 });
const { state } = await run.result();
console.log(`${run.state().spending.total.tokens} tokens spent, ${state}`);
await runtime.close();
