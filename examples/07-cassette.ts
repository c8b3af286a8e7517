/** A run that is recorded, and played back without a model: the same answers, and nobody is asked. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtInAgentTable, parsePlan } from '@planwright/core';
import { type Cassette, createRuntime, type Model } from '@planwright/runtime';
import * as node from '@planwright/runtime/node';

const parsed = parsePlan('[{ "id": "E1", "agent": "search", "task": "Find the answer" }]');
if (!parsed.ok) throw new Error('the plan cannot be read');
const file = join(mkdtempSync(join(tmpdir(), 'planwright-')), 'run.yaml');
const redact = (text: string): string => text.replaceAll('my secret', '…');

const carryOut = async (model: Model, cassette: Cassette): Promise<string> => {
  const worker = node.createModelWorker({
    ...{ modelFor: () => cassette.model(model), agents: builtInAgentTable, around: cassette.tools },
    ...{ root: process.cwd(), tools: () => Promise.resolve([]) },
  });
  const runtime = createRuntime({ worker });
  const { answer } = await (await runtime.start({ plan: parsed.plan })).result();
  return runtime.close().then(() => answer);
};

const model = node.createScriptedModel({ otherwise: { text: 'It is 42.' } });
console.log(await carryOut(model, node.recordCassette({ keep: node.openCassetteFile(file), redact })));
const recording = (await node.loadCassette(file)) ?? { cassette: 1, replies: [] };
const nobody: Model = { name: 'nobody', reply: () => Promise.reject(new Error('nobody is asked')) };
console.log('replayed:', await carryOut(nobody, node.playCassette(recording, { name: file, redact })));
