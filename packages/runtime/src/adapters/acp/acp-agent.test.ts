import { realpath } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { ModelReply, ModelRequest } from '../../ports/model.js';
import { settlingTools } from '../../settling-tools.js';
import { aRequest } from '../../testing/a-request.js';
import { aProject } from '../../testing/temporary-project.js';
import { type AgentScript, aScriptedAgent, reportIn, thenReport, toolsThat } from './testing/a-scripted-agent.js';

const signal = new AbortController().signal;
const { tools: noTools } = toolsThat(() => ({ ok: false, text: 'not here' }));

async function replyTo(script: AgentScript, request: Partial<ModelRequest> = {}): Promise<ModelReply> {
  const agent = aScriptedAgent(script, { root: await aProject() });
  return agent.reply(aRequest(request), { signal });
}

describe('a turn of an ACP agent', () => {
  it('answers with the message, its own name and its session', async () => {
    const reply = await replyTo({ turns: [[{ say: 'It is in src/a.ts:3.' }]] });
    expect(reply).toEqual({
      text: 'It is in src/a.ts:3.',
      toolCalls: [],
      model: 'acp:scripted',
      session: { model: 'acp:scripted', id: expect.any(String) as string },
    });
  });

  it('streams the message as it comes', async () => {
    const agent = aScriptedAgent({ turns: [[{ say: 'one ' }, { say: 'two' }]] }, { root: await aProject() });
    const pieces: string[] = [];
    const reply = await agent.reply(aRequest(), { signal, onText: (piece) => pieces.push(piece) });
    expect(pieces).toEqual(['one ', 'two']);
    expect(reply.text).toBe('one two');
  });

  it('takes neither thoughts nor what was said before the last tool call into the answer', async () => {
    const turn = [{ say: 'Let me look.' }, { tool: 'read a file' }, { say: 'It ' }, { think: 'hm' }, { say: 'is 42.' }];
    expect((await replyTo({ turns: [turn] })).text).toBe('It is 42.');
  });

  it('takes the last words there are when the turn ends with a tool call', async () => {
    expect((await replyTo({ turns: [[{ say: 'Done.' }, { tool: 'tidy up' }]] })).text).toBe('Done.');
  });

  it('passes over updates it does not know', async () => {
    const turn = [
      { update: { sessionUpdate: 'weather_update', sunny: true } },
      { update: 'nonsense' },
      { say: 'fine' },
    ];
    expect((await replyTo({ turns: [turn] })).text).toBe('fine');
  });

  it('passes over what the agent prints before it speaks the protocol', async () => {
    expect((await replyTo({ banner: 'Welcome to the agent!', turns: [[{ say: 'hello' }]] })).text).toBe('hello');
  });

  it('gives the agent the system prompt and the messages as texts', async () => {
    const { text } = await replyTo(
      { turns: [[{ echo: true }]] },
      { system: 'You review.', messages: [{ role: 'user', text: 'Look.' }] },
    );
    expect(text).toBe('You review.\n---\nLook.');
  });

  it('tells what the turn used where the agent says it', async () => {
    const script = {
      usage: { totalTokens: 12, inputTokens: 10, outputTokens: 2 },
      turns: [[{ cost: 0.25 }, { say: 'ok' }]],
    };
    expect((await replyTo(script)).usage).toEqual({ inputTokens: 10, outputTokens: 2, costUsd: 0.25 });
  });

  it('takes a refusal as a reply in words', async () => {
    const reply = await replyTo(
      { turns: [[{ say: 'I will not do that.' }, { stop: 'refusal' }]] },
      { tools: settlingTools },
    );
    expect(reply).toMatchObject({ text: 'I will not do that.', toolCalls: [] });
  });

  it('passes the agent the variables it was promised and nothing else that is secret', async () => {
    const env = { ...process.env, PLANWRIGHT_TEST_KEY: 'for-the-agent', OTHER_TOKEN: 'for-nobody' };
    const script = { turns: [[{ env: ['PLANWRIGHT_TEST_KEY', 'OTHER_TOKEN'] }]] };
    const agent = aScriptedAgent(script, { root: await aProject(), env, passEnv: ['PLANWRIGHT_TEST_KEY'] });
    const { text } = await agent.reply(aRequest(), { signal });
    expect(JSON.parse(text)).toEqual({ PLANWRIGHT_TEST_KEY: 'for-the-agent' });
  });
});

describe('how an ACP agent ends a step', () => {
  const ending = async (text: string): Promise<ModelReply['toolCalls']> =>
    (await replyTo({ turns: [[{ say: text }]] }, { tools: settlingTools })).toolCalls;

  it('is by what it says last', async () => {
    expect(await ending('All good.\n{"step_done": {"answer": "It is 42."}}')).toEqual([
      { id: 'settlement-1', name: 'step_done', args: { answer: 'It is 42.' } },
    ]);
    expect(await ending('{"step_failed": {"reason": "no such file", "next": "revise"}}')).toEqual([
      { id: 'settlement-1', name: 'step_failed', args: { reason: 'no such file', next: 'revise' } },
    ]);
  });

  it('is not by words alone', async () => {
    expect(await ending('I am done.')).toEqual([]);
  });

  it('is not by such words when no step is to be ended', async () => {
    const text = '{"step_done": {"answer": "It is 42."}}';
    expect(await replyTo({ turns: [[{ say: text }]] })).toMatchObject({ text, toolCalls: [] });
  });

  it('is told how, when the request has the tools for it', async () => {
    const script = { turns: [[{ echo: true }]] };
    expect((await replyTo(script, { tools: settlingTools })).text).toContain('step_done');
    expect((await replyTo(script)).text).toBe('go');
  });
});

describe('sessions of an ACP agent', () => {
  const writing = (root: string): Partial<ModelRequest> => ({
    workplace: { root, access: 'writes', tools: noTools },
  });
  const goesOnFrom = (id: string, strategy: 'resume' | 'fork' = 'resume'): Partial<ModelRequest> => ({
    session: { strategy, from: [{ label: 'E1', answer: 'It was 42.', session: { model: 'acp:scripted', id } }] },
  });

  it('work in the workplace when they may write', async () => {
    const root = await aProject();
    const { text } = await replyTo({ turns: thenReport() }, writing(root));
    expect(reportIn(text)).toMatchObject({ cwd: root, called: ['new'] });
  });

  it('work in a copy that is gone afterwards when they may only read', async () => {
    const root = await aProject({ 'a.txt': 'kept' });
    const workplace = { root, access: 'reads', tools: noTools } as const;
    const { cwd } = reportIn((await replyTo({ turns: thenReport() }, { workplace })).text);
    expect(cwd).not.toBe(root);
    await expect(realpath(cwd)).rejects.toThrow('ENOENT');
  });

  it('are put into the mode in which the agent changes nothing when they may only read', async () => {
    const modes = {
      currentModeId: 'default',
      availableModes: [
        { id: 'yolo', name: 'Yolo' },
        { id: 'plan', name: 'Plan' },
      ],
    };
    const reading = await replyTo({ modes, turns: thenReport() });
    expect(reportIn(reading.text).called).toEqual(['new', 'mode plan']);
    const free = await replyTo({ modes, turns: thenReport() }, writing(await aProject()));
    expect(reportIn(free.text).called).toEqual(['new']);
  });

  it('are taken out of that mode when they may write', async () => {
    const modes = {
      currentModeId: 'plan',
      availableModes: ['yolo', 'plan', 'default'].map((id) => ({ id, name: id })),
    };
    const { text } = await replyTo({ modes, turns: thenReport() }, writing(await aProject()));
    expect(reportIn(text).called).toEqual(['new', 'mode default']);
  });

  it.each([
    ['resumed', { sessionCapabilities: { resume: {} } }, 'resume parent'],
    ['loaded, without its history becoming part of the answer', { loadSession: true }, 'load parent'],
  ])('are %s where the agent can', async (_, capabilities, call) => {
    const reply = await replyTo({ capabilities, turns: thenReport() }, goesOnFrom('parent'));
    expect(reportIn(reply.text).called).toEqual([call]);
    expect(reply.session?.id).toBe('parent');
  });

  it('are forked where the agent can', async () => {
    const capabilities = { sessionCapabilities: { fork: {} } };
    const reply = await replyTo({ capabilities, turns: thenReport() }, goesOnFrom('parent', 'fork'));
    expect(reportIn(reply.text).called).toEqual(['fork parent']);
    expect(reply.session?.id).not.toBe('parent');
  });

  it.each([
    ['cannot resume', {}, 'resume'],
    ['cannot fork', { capabilities: { loadSession: true } }, 'fork'],
    ['has forgotten the session', { capabilities: { loadSession: true }, forgets: true }, 'resume'],
  ] as const)(
    'are new, with the parents’ answers handed over as data, when the agent %s',
    async (_, script, strategy) => {
      const { text, session } = await replyTo({ ...script, turns: [[{ echo: true }]] }, goesOnFrom('parent', strategy));
      expect(text).toMatch(/<data from="E1" digest="\w+">\nIt was 42\.\n<\/data/);
      expect(session?.id).not.toBe('parent');
    },
  );

  it('go on within a conversation with what is new in it only', async () => {
    const root = await aProject();
    const agent = aScriptedAgent({ turns: [[{ say: 'first' }], [{ echo: true }]] }, { root });
    const place = writing(root);
    const first = await agent.reply(aRequest(place), { signal });
    const said = {
      role: 'assistant',
      text: first.text,
      toolCalls: [],
      ...(first.session ? { session: first.session } : {}),
    } as const;
    const messages = [{ role: 'user', text: 'go' }, said, { role: 'user', text: 'Go on.' }] as const;
    const second = await agent.reply(aRequest({ ...place, messages }), { signal });
    expect(second).toMatchObject({ text: 'Go on.', session: first.session });
  });

  it('are let go after a turn when the agent can bring them back', async () => {
    const root = await aProject();
    const capabilities = { loadSession: true, sessionCapabilities: { close: {} } };
    const agent = aScriptedAgent({ capabilities, turns: thenReport() }, { root });
    const first = await agent.reply(aRequest(), { signal });
    const id = first.session?.id ?? '';
    const second = await agent.reply(aRequest(goesOnFrom(id)), { signal });
    expect(reportIn(second.text).called).toEqual(['new', `close ${id}`, `load ${id}`]);
  });

  it('share one process, two at once', async () => {
    const agent = aScriptedAgent({ turns: [[{ meet: 2 }, { echo: true }]] }, { root: await aProject() });
    const replies = await Promise.all(['left', 'right'].map((says) => agent.reply(aRequest({ says }), { signal })));
    expect(replies.map(({ text }) => text)).toEqual(['left', 'right']);
    expect(replies[0]?.session).not.toEqual(replies[1]?.session);
  });
});
