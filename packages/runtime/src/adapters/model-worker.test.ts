import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Agent, builtInAgentTable, type Notice, type Plan, type WorkOrder } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import type { Model, ModelRequest } from '../ports/model.js';
import { anOrder } from '../testing/an-order.js';
import { aProject } from '../testing/temporary-project.js';
import { createModelWorker } from './model-worker.js';
import { createNodeWorkspaceReader } from './node-workspace-reader.js';
import { createReadTools } from './read-tools.js';
import type { ScriptInput } from './script-schema.js';
import { createScriptedModel } from './scripted-model.js';
import { createShellTool } from './tools/shell-tool.js';
import { createWriteTool } from './tools/write-tool.js';

const { signal } = new AbortController();

async function workerFor(
  script: ScriptInput,
  {
    files = {},
    agents = builtInAgentTable,
  }: { readonly files?: Record<string, string>; readonly agents?: readonly Agent[] } = {},
) {
  const root = await aProject(files);
  const scripted = createScriptedModel(script);
  const requests: ModelRequest[] = [];
  const notices: Notice[] = [];
  const named = (name: string): Model => ({
    name,
    reply: (request, options) => (requests.push(request), scripted.reply(request, options)),
  });
  const worker = createModelWorker({
    modelFor: (name) => named(name ?? 'main'),
    agents,
    root,
    tools: async (place) => [
      ...createReadTools(createNodeWorkspaceReader(place)),
      createWriteTool(place),
      createShellTool({ root: place, environment: process.env }),
    ],
  });
  const work = (changes: Partial<WorkOrder>) =>
    worker.work(anOrder(changes), { signal, onNotice: (notice) => notices.push(notice) });
  return { worker, work, requests, notices, root };
}

const call = (name: string, args: Record<string, unknown>) => ({ tools: [{ name, args }] });
const writes = call('write', { path: 'a.txt', content: 'hello' });
const toolsOf = (request: ModelRequest | undefined) => request?.tools.map(({ name }) => name);

describe('a worker over models', () => {
  it('gives each agent its instructions and the tools it has, and no other', async () => {
    const { work, requests } = await workerFor({ otherwise: { text: 'ok' } });
    await work({ agent: 'search' });
    await work({ agent: 'coder', class: 'writes' });
    expect(requests[0]?.system).toContain('You are the agent "search"');
    expect(toolsOf(requests[0])).toEqual(['read', 'list', 'search', 'step_done', 'step_failed']);
    expect(toolsOf(requests[1])).toContain('write');
    expect(requests[1]?.system).toContain(builtInAgentTable.find(({ name }) => name === 'coder')?.instructions);
  });

  it('reads where the step works', async () => {
    const { worker, requests } = await workerFor({
      replies: [call('read', { path: 'a.ts' }), { text: 'a.ts:1 says hello' }],
    });
    const root = await aProject({ 'a.ts': 'hello' });
    expect(await worker.work(anOrder(), { signal, root })).toMatchObject({ type: 'done', answer: 'a.ts:1 says hello' });
    expect(requests[1]?.messages.at(-1)?.text).toContain('1 | hello');
    expect(requests[0]?.workplace).toMatchObject({ root, access: 'reads' });
  });

  it('writes in a step that may write', async () => {
    const { work, root } = await workerFor({ replies: [writes, { text: 'written' }] });
    expect(await work({ agent: 'coder', class: 'writes' })).toMatchObject({ type: 'done' });
    expect(await readFile(join(root, 'a.txt'), 'utf8')).toBe('hello');
  });

  it('refuses a write in a step that only reads, and notes it, whatever the agent', async () => {
    const { work, notices, root } = await workerFor({ replies: [writes, { text: 'gave up' }] });
    await work({ agent: 'coder', class: 'reads' });
    expect(notices).toMatchObject([{ type: 'call-refused', tool: 'write', class: 'writes' }]);
    await expect(readFile(join(root, 'a.txt'))).rejects.toThrow();
  });

  it('lets no agent reach out because its step is proven by commands', async () => {
    const { work, requests } = await workerFor({ otherwise: { text: 'ok' } });
    await work({ agent: 'coder', class: 'external', verify: ['npm test'], approvedCommands: ['npm test'] });
    expect(requests[0]?.workplace?.access).toBe('writes');
  });

  it('refuses a file the step does not name when nobody looks on', async () => {
    const { work, notices } = await workerFor({ replies: [writes, { text: 'gave up' }] });
    const outcome = await work({ agent: 'coder', class: 'writes', files: [{ path: 'b.txt' }] });
    expect(outcome).toMatchObject({ type: 'done', answer: 'gave up' });
    expect(notices).toHaveLength(1);
  });

  it('asks whoever looks on instead, and goes no further', async () => {
    const { work, requests } = await workerFor({ replies: [writes, { text: 'not asked' }] });
    const outcome = await work({ agent: 'coder', class: 'writes', files: [{ path: 'b.txt' }], beyondPlan: 'ask' });
    expect(outcome).toMatchObject({ type: 'asks', asked: { tool: 'write', files: ['a.txt'] } });
    expect(requests).toHaveLength(1);
  });

  it('runs an approved command and no other', async () => {
    const { work, requests } = await workerFor(
      { replies: [call('shell', { command: 'node a.js' }), call('shell', { command: 'node b.js' }), { text: 'ran' }] },
      { files: { 'a.js': 'console.log("hi")', 'b.js': 'console.log("no")' } },
    );
    await work({ agent: 'shell', class: 'external', approvedCommands: ['node a.js'] });
    expect(requests[1]?.messages.at(-1)?.text).toContain('hi');
    expect(requests[2]?.messages.at(-1)).toMatchObject({ ok: false, text: expect.stringContaining('refused') });
  });

  it('uses the model, effort and turns an agent has of its own', async () => {
    const agents = builtInAgentTable.map((agent) =>
      agent.name === 'search' ? { ...agent, model: 'other', effort: 'max' as const, turns: 2 } : agent,
    );
    const { work, requests } = await workerFor({ otherwise: call('read', { path: 'no' }) }, { agents });
    const outcome = await work({ agent: 'search' });
    expect(outcome).toMatchObject({ type: 'failed', model: 'other', error: { code: 'step-incomplete' } });
    expect(requests).toHaveLength(2);
    expect(requests[0]?.effort).toBe('max');
  });

  it('refines an answer where the agent is set so', async () => {
    const agents = builtInAgentTable.map((agent) => (agent.name === 'reviewer' ? { ...agent, refine: true } : agent));
    const { work, requests } = await workerFor(
      {
        replies: [
          { when: { agent: 'reviewer' }, text: 'a draft' },
          { when: { agent: 'refiner' }, text: '{"problems":["too short"],"answer":"a better answer"}' },
        ],
      },
      { agents },
    );
    expect(await work({ agent: 'reviewer' })).toMatchObject({ type: 'done', answer: 'a better answer' });
    expect(requests.map(({ agent }) => agent)).toEqual(['reviewer', 'refiner']);
  });

  it('writes the closing answer as the orchestrator, in one call, and says what it cost', async () => {
    const { worker, requests } = await workerFor({
      replies: [{ when: { agent: 'orchestrator' }, text: ' So it is. ', usage: { inputTokens: 3 } }],
    });
    const plan: Plan = { goal: 'g', mode: 'parallel', advance: 'auto', venue: 'main', steps: [], extra: {} };
    expect(await worker.answer?.({ runId: 'run-1', task: 'Why?', plan, report: 'done' }, { signal })).toEqual({
      text: 'So it is.',
      usage: { inputTokens: 3 },
    });
    expect(requests).toMatchObject([{ phase: 'answer', agent: 'orchestrator', label: null, tools: [] }]);
  });
});
