import { builtInAgents, type Plan } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import type { Model, ModelRequest } from '../ports/model.js';
import { anOrder } from '../testing/an-order.js';
import { aProject } from '../testing/temporary-project.js';
import { createApprovedCommands } from './approved-commands.js';
import { createModelWorker, type StepPrompts } from './model-worker.js';
import { createNodeWorkspaceReader } from './node-workspace-reader.js';
import { createReadTools } from './read-tools.js';
import type { ScriptInput } from './script-schema.js';
import { createScriptedModel } from './scripted-model.js';

const { signal } = new AbortController();

const prompts: StepPrompts = {
  stepSystemPrompt: ({ agent }, { tools, canWrite }) =>
    `${agent} with ${tools.join(' ')}${canWrite ? ', writing' : ''}`,
  stepMessage: ({ task }) => task,
  toolFailureNote: () => 'note',
  closingPrompt: ({ task, report }) => ({ system: 'close', message: `${task}: ${report}` }),
};

async function workerFor(script: ScriptInput, files: Record<string, string> = {}) {
  const root = await aProject(files);
  const scripted = createScriptedModel(script);
  const requests: ModelRequest[] = [];
  const model: Model = {
    name: 'm',
    reply: (request, options) => (requests.push(request), scripted.reply(request, options)),
  };
  const worker = createModelWorker({
    model,
    prompts,
    tools: createReadTools(createNodeWorkspaceReader(root)),
    commands: createApprovedCommands({ root, environment: process.env }),
  });
  return { worker, requests };
}

describe('a worker over a model', () => {
  it('can be every built-in agent', async () => {
    const { worker } = await workerFor({});
    expect(worker.agents).toEqual(builtInAgents);
  });

  it('works with the tools that read', async () => {
    const { worker, requests } = await workerFor(
      { replies: [{ tools: [{ name: 'read', args: { path: 'a.ts' } }] }, { text: 'a.ts:1 says hello' }] },
      { 'a.ts': 'hello' },
    );
    expect(await worker.work(anOrder({ task: 'Read a.ts.' }), { signal })).toMatchObject({
      type: 'done',
      answer: 'a.ts:1 says hello',
    });
    expect(requests[0]?.system).toBe('search with read list search');
    expect(requests[1]?.messages.at(-1)?.text).toContain('1 | hello');
  });

  it('gives no command to a step that only reads, whatever its task quotes', async () => {
    const { worker, requests } = await workerFor({ otherwise: { text: 'ok' } });
    await worker.work(anOrder({ agent: 'search', approvedCommands: ['node a.js'] }), { signal });
    await worker.work(anOrder({ agent: 'shell', approvedCommands: ['node a.js'] }), { signal });
    expect(requests.map(({ system }) => system)).toEqual([
      'search with read list search',
      'shell with read list search run_command',
    ]);
  });

  it('runs an approved command and no other', async () => {
    const { worker, requests } = await workerFor(
      {
        replies: [
          {
            tools: [
              { name: 'run_command', args: { command: 'node a.js' } },
              { name: 'run_command', args: { command: 'node b.js' } },
            ],
          },
          { text: 'ran' },
        ],
      },
      { 'a.js': 'console.log("hi"); process.exit(2)', 'b.js': '' },
    );
    await worker.work(anOrder({ agent: 'shell', approvedCommands: ['node a.js'] }), { signal });
    const [ran, refused] = requests[1]?.messages.slice(-2) ?? [];
    expect(ran?.text).toMatch(/^exit code 2 after \d+ ms\nhi$/);
    expect(refused?.text).toContain('`node b.js` was not approved by a person');
  });

  it('does not take the model’s word for a step that can be verified', async () => {
    const { worker } = await workerFor(
      { otherwise: { text: 'all tests pass' } },
      { 'fail.js': 'process.exit(1)', 'pass.js': '' },
    );
    const orderFor = (command: string) => anOrder({ agent: 'coder', verify: [command], approvedCommands: [command] });
    expect(await worker.work(orderFor('node fail.js'), { signal })).toMatchObject({
      type: 'failed',
      error: { code: 'agent-failed', message: '`node fail.js` ended with exit code 1: it printed nothing' },
    });
    expect(await worker.work(orderFor('node pass.js'), { signal })).toMatchObject({
      type: 'done',
      answer: 'all tests pass',
      proof: [{ criterion: '`node pass.js` ends with exit code 0', met: true }],
    });
  });

  it('writes the closing answer as the orchestrator, in one call', async () => {
    const { worker, requests } = await workerFor({
      replies: [{ when: { agent: 'orchestrator' }, text: ' So it is. ' }],
    });
    const plan: Plan = { goal: 'g', mode: 'parallel', advance: 'auto', venue: 'main', steps: [], extra: {} };
    expect(await worker.answer?.({ runId: 'run-1', task: 'Why?', plan, report: 'done' }, { signal })).toBe('So it is.');
    expect(requests).toMatchObject([
      { agent: 'orchestrator', label: null, system: 'close', tools: [], messages: [{ text: 'Why?: done' }] },
    ]);
  });
});
