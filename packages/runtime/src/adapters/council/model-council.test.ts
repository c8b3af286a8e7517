import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Consulted, type ConsultOrder, type Notice, readMcpServers, type Usage } from '@planwright/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Consultation, ConsultOptions, Heard } from '../../ports/council.js';
import type { Model, ModelRequest } from '../../ports/model.js';
import type { Tool } from '../../ports/tools.js';
import { aProject } from '../../testing/temporary-project.js';
import { aStandIn } from '../command-agents/testing/a-stand-in.js';
import { connectMcpServers } from '../mcp/connect-mcp-servers.js';
import { aFaultServer, events, startStream } from '../models/testing/fault-server.js';
import { modelAt } from '../models/testing/model-at.js';
import { createNodeWorkspaceReader } from '../node-workspace-reader.js';
import { createReadTools } from '../read-tools.js';
import type { ScriptInput } from '../script-schema.js';
import { createScriptedModel } from '../scripted-model.js';
import { createWriteTool } from '../tools/write-tool.js';
import type { CouncilAgent } from './hear-agent.js';
import { createModelCouncil } from './model-council.js';
import { aConsultOrder, anEvaluationOrder, someSettings, writtenPlan } from './testing/a-consult-order.js';

const { signal } = new AbortController();

/** A model that keeps the requests it was given. */
function listening(script: ScriptInput): Model & { readonly requests: ModelRequest[] } {
  const model = createScriptedModel(script);
  const requests: ModelRequest[] = [];
  return {
    name: 'script',
    requests,
    reply: (request, options) => (requests.push(request), model.reply(request, options)),
  };
}

function councilOf(agent: Partial<CouncilAgent> & Pick<CouncilAgent, 'model'>, root = '/nowhere') {
  const whole: CouncilAgent = { tools: async () => [], ...agent };
  return createModelCouncil({
    root,
    agents: new Map([
      ['a', whole],
      ['b', whole],
    ]),
  });
}

type Said = { readonly said: Consulted; readonly usage: Usage | undefined };

/** A run that takes everything but what a test refuses. */
function aRun(refuse: (said: Consulted, time: number) => Heard | undefined = () => undefined) {
  const words: Said[] = [];
  const say: ConsultOptions['say'] = async (said, usage) => {
    words.push({ said, usage });
    return refuse(said, words.length) ?? { ok: true };
  };
  return { words, say };
}

const answer = (content = writtenPlan('Find it.')) => ({ tools: [{ name: 'new_answer', args: { content } }] });
const vote = (proposal = 'agent2.1') => ({ tools: [{ name: 'vote', args: { proposal, reason: 'it is shorter' } }] });

async function consult(
  script: ScriptInput,
  {
    order = {},
    refuse,
    ...options
  }: { order?: Partial<ConsultOrder>; refuse?: Parameters<typeof aRun>[0] } & Partial<ConsultOptions> = {},
): Promise<{ consultation: Consultation; words: readonly Said[]; requests: readonly ModelRequest[] }> {
  const model = listening(script);
  const run = aRun(refuse);
  const consultation = await councilOf({ model }).consult(aConsultOrder(order), { signal, say: run.say, ...options });
  return { consultation, words: run.words, requests: model.requests };
}

describe('an agent that is consulted', () => {
  it('proposes with one call, as itself, and is told that it may only read', async () => {
    const { consultation, words, requests } = await consult({ replies: [answer()] });
    expect(consultation).toEqual({});
    expect(words).toMatchObject([{ said: { type: 'new_answer', content: writtenPlan('Find it.') } }]);
    expect(requests).toMatchObject([
      { phase: 'propose', agent: 'a', label: 'propose', try: 1, attempt: 1, workplace: { access: 'reads' } },
    ]);
    expect(requests[0]?.tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['new_answer']));
  });

  it('has a number of its own for every round of every attempt', async () => {
    const { requests } = await consult({ replies: [vote()] }, { order: { round: 2, attempt: 2, mayVote: true } });
    expect(requests).toMatchObject([{ phase: 'vote', label: 'vote', try: 5, attempt: 2 }]);
  });

  it('thinks while it is looked at what there is, and calls nothing before that is known', async () => {
    const root = await aProject({ 'a.txt': 'one' });
    const happened: string[] = [];
    const model = createScriptedModel({
      replies: [{ tools: [{ name: 'read', args: { path: 'a.txt' } }] }, { ...answer(), repeat: true }],
    });
    let look = (): unknown => undefined;
    const watched = new Promise<void>((resolve) => {
      look = () => resolve(void happened.push('looked'));
    });
    const agent = {
      model: {
        ...model,
        reply: async (...asked: Parameters<Model['reply']>) => {
          happened.push('asked');
          const reply = await model.reply(...asked);
          // A call that does not wait is made before.
          setImmediate(look);
          return reply;
        },
      },
      class: 'writes',
      tools: async (at: string) => createReadTools(createNodeWorkspaceReader(at), {}),
    } as const;
    const options = { signal, say: aRun().say, watched, onCall: (tool: string) => happened.push(tool) };
    expect(await councilOf(agent, root).consult(aConsultOrder(), options)).toEqual({});
    expect(happened).toEqual(['asked', 'looked', 'read', 'asked']);
  });

  it('has nothing carried out where it cannot be looked at what there is, and is told why', async () => {
    const called: string[] = [];
    const root = await aProject({ 'a.txt': 'one' });
    const model = listening({ replies: [{ tools: [{ name: 'read', args: { path: 'a.txt' } }] }, answer()] });
    const tools: CouncilAgent['tools'] = async (at) => createReadTools(createNodeWorkspaceReader(at), {});
    const watched = Promise.reject(new Error('the disk is gone'));
    const options = { signal, say: aRun().say, watched, onCall: (tool: string) => called.push(tool) };
    await councilOf({ model, class: 'writes', tools }, root).consult(aConsultOrder(), options);
    expect(called).toEqual([]);
    expect(model.requests[1]?.messages.at(-1)).toMatchObject({ role: 'tool', ok: false, text: 'the disk is gone' });
  });

  it.each([
    ['an agent program', { name: 'command:stand-in', class: 'writes' }],
    ['an agent with servers of others', { name: 'script', class: 'external' }],
    ['an agent that may do anything', { name: 'script', class: undefined }],
  ] as const)('%s is not asked before that', async (_, { name, class: highest }) => {
    const happened: string[] = [];
    const model = createScriptedModel({ otherwise: answer() });
    const reply: Model['reply'] = (...asked) => (happened.push('asked'), model.reply(...asked));
    const tools = async () => (happened.push('started'), []);
    const watched = new Promise(setImmediate).then(() => void happened.push('looked'));
    const council = councilOf({ model: { name, reply }, class: highest, tools });
    await council.consult(aConsultOrder(), { signal, say: aRun().say, watched });
    expect(happened).toEqual(['looked', 'started', 'asked']);
  });

  it('goes on after a refusal, with the reason as the result of its call', async () => {
    const { consultation, words, requests } = await consult(
      { replies: [vote('agent9.1'), vote()] },
      {
        refuse: (_said, time) =>
          time === 1 ? { ok: false, reason: 'there is no proposal "agent9.1"', isOver: false } : undefined,
      },
    );
    expect(consultation).toEqual({});
    expect(words.map(({ said }) => said)).toMatchObject([{ proposal: 'agent9.1' }, { proposal: 'agent2.1' }]);
    expect(requests[1]?.messages.at(-1)).toMatchObject({
      role: 'tool',
      ok: false,
      text: 'there is no proposal "agent9.1"',
    });
  });

  it('ends when the run says that it is over, without giving up by itself', async () => {
    const { consultation, requests } = await consult(
      { otherwise: vote('agent9.1') },
      { refuse: (_said, time) => ({ ok: false, reason: 'no', isOver: time === 2 }) },
    );
    expect(consultation).toEqual({});
    expect(requests).toHaveLength(2);
  });

  it('says what it says with several calls as one thing that cannot be used', async () => {
    const both = { tools: [...vote().tools, ...answer().tools] };
    const { words } = await consult(
      { replies: [both, vote()] },
      { refuse: (said) => (said.type === 'unusable' ? { ok: false, reason: said.reason, isOver: false } : undefined) },
    );
    expect(words.map(({ said }) => said.type)).toEqual(['unusable', 'vote']);
    expect(words[0]?.said).toMatchObject({ code: 'several-calls' });
  });

  it('votes once where it votes twice in one reply', async () => {
    const { words } = await consult({ replies: [{ tools: [...vote().tools, ...vote('agent1.1').tools] }] });
    expect(words.map(({ said }) => said)).toMatchObject([{ type: 'unusable', code: 'several-calls' }]);
  });

  it('says also what it may not say now, so that the run can tell it why', async () => {
    const { words, requests } = await consult({ replies: [vote()] });
    expect(words.map(({ said }) => said.type)).toEqual(['vote']);
    expect(requests[0]?.tools.map(({ name }) => name)).toEqual(['new_answer']);
  });

  it('is reminded when it only talks, and that counts', async () => {
    const { words, requests } = await consult(
      { replies: [{ text: 'I agree with all of it.', tools: [] }, vote()] },
      {
        refuse: (said) =>
          said.type === 'unusable' ? { ok: false, reason: 'use your tools', isOver: false } : undefined,
      },
    );
    expect(words.map(({ said }) => said)).toMatchObject([{ type: 'unusable', code: 'no-tool' }, { type: 'vote' }]);
    expect(requests[1]?.messages.at(-1)).toEqual({ role: 'user', text: 'use your tools' });
  });

  it('gives up with the reason when its model fails', async () => {
    const { consultation, words } = await consult({ replies: [{ error: { status: 401, message: 'no key' } }] });
    expect(consultation.gaveUp).toMatchObject({
      code: 'model-unavailable',
      message: expect.stringContaining('no key'),
    });
    expect(words).toEqual([]);
  });

  it('gives up when nobody here has it', async () => {
    const order = aConsultOrder({ settings: someSettings({}, ['z']) });
    const council = councilOf({ model: createScriptedModel({}) });
    expect(await council.consult(order, { signal, say: aRun().say })).toMatchObject({
      gaveUp: { code: 'agent-unknown' },
    });
  });

  it('tells each cost once: with what was said, and the rest at the end', async () => {
    const costly = (inputTokens: number) => ({ usage: { inputTokens } });
    const { consultation, words } = await consult(
      {
        replies: [
          { ...answer('no plan'), ...costly(1) },
          { tools: [{ name: 'list', args: {} }], ...costly(2) },
          { ...answer(), ...costly(4) },
        ],
      },
      { refuse: (_said, time) => (time === 1 ? { ok: false, reason: 'no', isOver: false } : undefined) },
    );
    expect(words.map(({ usage }) => usage?.inputTokens)).toEqual([1, 6]);
    expect(consultation.usage).toBeUndefined();
    const failing = await consult({
      replies: [{ tools: [{ name: 'list', args: {} }], ...costly(8) }, { error: { status: 400, message: 'no' } }],
    });
    expect(failing.consultation.usage).toEqual({ inputTokens: 8 });
  });

  it('passes on a plan of 5 MB as it is, for the run to refuse', async () => {
    const huge = 'x'.repeat(5_000_000);
    const { consultation, words } = await consult(
      { replies: [answer(huge), answer()] },
      {
        refuse: (said) =>
          said.type === 'new_answer' && said.content.length > 1_000_000
            ? { ok: false, reason: 'too large', isOver: false }
            : undefined,
      },
    );
    expect(consultation).toEqual({});
    expect(words).toHaveLength(2);
  });

  it('that hangs ends with the signal, at once', async () => {
    const stop = new AbortController();
    const model: Model = { name: 'hangs', reply: () => new Promise(() => undefined) };
    const consulting = councilOf({ model }).consult(aConsultOrder(), { signal: stop.signal, say: aRun().say });
    stop.abort(new Error('time is up'));
    await expect(consulting).rejects.toThrow('time is up');
  });
});

/** A server of two tools: one says that it only reads, one writes down that it was called. */
const recordingServer = `
  const { appendFileSync } = require('node:fs');
  const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
  const on = {
    initialize: ({ id, params }) => send({ id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } } }),
    'tools/list': ({ id }) => send({ id, result: { tools: [
      { name: 'timeline', description: 'reads', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } },
      { name: 'post', description: 'posts', inputSchema: { type: 'object' } },
    ] } }),
    'tools/call': ({ id, params }) => {
      appendFileSync('effects', params.name + '\\n');
      send({ id, result: { content: [{ type: 'text', text: 'nothing new' }] } });
    },
  };
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const message = JSON.parse(line);
    on[message.method]?.(message);
  });`;

describe('what agents can do before a plan is approved', () => {
  it('is reading: no effect of an MCP server, no file, whatever they call', async () => {
    const root = await aProject({ effects: '', 'a.txt': 'a' });
    const { servers } = readMcpServers(
      { mcpServers: { social: { command: process.execPath, args: ['-e', recordingServer], trust: 'reads' } } },
      {},
    );
    const connections = connectMcpServers(servers, { root, env: process.env, onNote: () => undefined });
    onTestFinished(() => connections.close());
    const tools = async (at: string): Promise<readonly Tool[]> => [
      ...createReadTools(createNodeWorkspaceReader(at), {}),
      createWriteTool(at),
      ...(await connections.tools()),
    ];
    const model = listening({
      replies: [
        {
          tools: [
            { name: 'mcp__social__post', args: { text: 'hi' } },
            { name: 'mcp__social__timeline' },
            { name: 'write', args: { path: 'b.txt', content: 'b' } },
            { name: 'read', args: { path: 'a.txt' } },
          ],
        },
        answer(),
      ],
    });
    const notices: Notice[] = [];
    const calls: string[] = [];
    await councilOf({ model, tools }, root).consult(aConsultOrder(), {
      signal,
      say: aRun().say,
      onNotice: (notice) => notices.push(notice),
      onCall: (tool) => calls.push(tool),
    });
    expect(notices).toMatchObject([
      { type: 'call-refused', tool: 'mcp__social__post' },
      { type: 'call-refused', tool: 'write' },
    ]);
    expect(calls).toEqual(['mcp__social__timeline', 'read']);
    expect(await readFile(join(root, 'effects'), 'utf8')).toBe('timeline\n');
    await expect(readFile(join(root, 'b.txt'), 'utf8')).rejects.toThrow('ENOENT');
  });

  it('leaves no trace of an agent program, which speaks in words and works in a copy', async () => {
    const said = JSON.stringify({ vote: { proposal: 'agent2.1', reason: 'it is shorter' } });
    const { agent, root, calls } = await aStandIn({
      node: `fs.writeFileSync('mine.txt', 'x'); say('I looked.\\n' + ${JSON.stringify(said)});`,
    });
    const run = aRun();
    const consultation = await councilOf({ model: agent }, root).consult(aConsultOrder({ mayVote: true }), {
      signal,
      say: run.say,
    });
    expect(consultation).toEqual({});
    expect(run.words.map((word) => word.said)).toEqual([
      { type: 'vote', proposal: 'agent2.1', reason: 'it is shorter' },
    ]);
    expect((await calls())[0]?.cwd).not.toBe(root);
    expect((await calls())[0]?.stdin).toContain('End your final message with one JSON object');
    await expect(readFile(join(root, 'mine.txt'), 'utf8')).rejects.toThrow('ENOENT');
  });
});

describe('an agent behind a real endpoint', () => {
  it('votes with a call of its provider', async () => {
    const chunk = (delta: object, finish: string | null = null) => ({
      ...{ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' },
      choices: [{ index: 0, delta, finish_reason: finish }],
    });
    const args = JSON.stringify({ proposal: 'agent2.1', reason: 'it is shorter' });
    const call = { index: 0, id: 'call_1', type: 'function', function: { name: 'vote', arguments: args } };
    const server = await aFaultServer((response) => {
      startStream(response, events(chunk({ role: 'assistant', tool_calls: [call] }), chunk({}, 'tool_calls')));
      response.end('data: [DONE]\n\n');
    });
    const run = aRun();
    const council = councilOf({ model: modelAt('compatible', server.url), systemMessage: 'You are careful.' });
    await council.consult(aConsultOrder({ mayVote: true }), { signal, say: run.say });
    expect(run.words.map((word) => word.said)).toEqual([
      { type: 'vote', proposal: 'agent2.1', reason: 'it is shorter' },
    ]);
    expect(server.bodies).toHaveLength(1);
    expect(server.bodies[0]).toContain('You are careful.');
  });
});

describe('an agent that judges', () => {
  const submit = { tools: [{ name: 'submit', args: { confirmed: true } }] };
  const restart = {
    tools: [{ name: 'restart_orchestration', args: { reason: 'wrong', instructions: 'put it right' } }],
  };
  const judge = async (script: ScriptInput) => {
    const model = listening(script);
    const evaluation = await councilOf({ model }).evaluate(anEvaluationOrder(), { signal, verified: [] });
    return { evaluation, requests: model.requests };
  };

  it('submits, or asks for another attempt with reason and instructions', async () => {
    const { evaluation, requests } = await judge({ replies: [submit] });
    expect(evaluation).toEqual({ verdict: { type: 'submit' } });
    expect(requests).toMatchObject([{ phase: 'evaluate', agent: 'b', label: 'evaluate' }]);
    expect((await judge({ replies: [restart] })).evaluation).toEqual({
      verdict: { type: 'restart', reason: 'wrong', instructions: 'put it right' },
    });
  });

  it('wants a restart where it says both: a doubt is not a confirmation', async () => {
    const both = { tools: [...submit.tools, ...restart.tools] };
    const { evaluation, requests } = await judge({ otherwise: both });
    expect(evaluation).toMatchObject({ verdict: { type: 'restart', reason: 'wrong' } });
    expect(requests).toHaveLength(1);
  });

  it('has no verdict where it only talks, or its model fails', async () => {
    const { evaluation, requests } = await judge({ otherwise: { text: 'All is wrong.', tools: [] } });
    expect(evaluation).toMatchObject({ verdict: null });
    expect(requests).toHaveLength(2);
    expect((await judge({ replies: [{ error: { status: 500, message: 'down' } }] })).evaluation).toMatchObject({
      verdict: null,
      note: expect.stringContaining('down'),
    });
  });
});
