import { type Notice, parsePlan, stepClass } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import type { Model, ModelRequest } from '../../ports/model.js';
import type { Tool } from '../../ports/tools.js';
import { createFunctionWorker } from '../../testing/function-worker.js';
import { anOrder } from '../../testing/an-order.js';
import { createScriptedModel } from '../scripted-model.js';
import { createPresenter } from './presenter.js';
import { writtenPlan } from './testing/a-consult-order.js';

const { signal } = new AbortController();

const post: Tool = {
  spec: { name: 'mcp__social__post', description: 'posts', parameters: { type: 'object' } },
  class: 'external',
  facts: () => Promise.resolve({ tool: 'mcp__social__post', class: 'external', writes: [] }),
  call: () => Promise.resolve({ ok: true, text: 'posted' }),
};

function presenting(answer: 'with' | 'without' = 'with') {
  const requests: ModelRequest[] = [];
  const agentNamed = (name: string) => {
    const scripted = createScriptedModel({ otherwise: { text: `${name} did it` } }, { name });
    const model: Model = {
      name,
      reply: (request, options) => (requests.push(request), scripted.reply(request, options)),
    };
    return { model, systemMessage: `You are ${name}, and careful.`, tools: async () => [post] };
  };
  const others = createFunctionWorker(() => 'somebody else did it');
  const worker = answer === 'with' ? { ...others, answer: async () => ({ text: 'closed by somebody else' }) } : others;
  const presenter = createPresenter(worker, {
    agents: new Map([
      ['a', agentNamed('a')],
      ['b', agentNamed('b')],
    ]),
    root: '/nowhere',
  });
  return { presenter, requests };
}

describe('who carries out the steps of a plan that was chosen', () => {
  it('is the winner for steps that name nobody, as itself and with its own tools', async () => {
    const { presenter, requests } = presenting();
    const order = anOrder({ agent: 'presenter', presenter: 'b', class: 'external' });
    const outcome = await presenter.work(order, { signal });
    expect(outcome).toMatchObject({ type: 'done', answer: 'b did it' });
    expect(requests).toMatchObject([
      { agent: 'b', label: 'E1', system: expect.stringContaining('You are b, and careful.') },
    ]);
    expect(requests[0]?.tools.map(({ name }) => name)).toContain('mcp__social__post');
  });

  it('is an agent of the council where a step names it, whoever won', async () => {
    const { presenter } = presenting();
    expect(await presenter.work(anOrder({ agent: 'a', presenter: 'b', class: 'external' }), { signal })).toMatchObject({
      answer: 'a did it',
    });
  });

  it('is the worker there was for every other step', async () => {
    const { presenter } = presenting();
    expect(await presenter.work(anOrder({ agent: 'search' }), { signal })).toMatchObject({
      answer: 'somebody else did it',
    });
    const names = presenter.agents.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['presenter', 'a', 'b', 'search']));
    expect(new Set(names).size).toBe(names.length);
  });

  it('is nobody where nothing was chosen, or the winner is not configured here: the step fails and says so', async () => {
    const failed = async (winner: string | undefined) =>
      presenting().presenter.work(anOrder({ agent: 'presenter', presenter: winner, class: 'external' }), { signal });
    expect(await failed(undefined)).toMatchObject({
      type: 'failed',
      error: { code: 'agent-unknown', message: expect.stringContaining('no plan was chosen') },
    });
    expect(await failed('z')).toMatchObject({
      error: { message: expect.stringContaining('z, whose plan was chosen, is not configured here') },
    });
  });
});

describe('what the presenter may do', () => {
  const classesOf = (...classes: readonly ('writes' | 'external' | undefined)[]) => {
    const model = createScriptedModel({});
    const agents = new Map(
      classes.map((most, place) => [`agent${place}`, { model, class: most, tools: async () => [post] }]),
    );
    const worker = createPresenter(
      createFunctionWorker(() => ''),
      { agents, root: '/nowhere' },
    );
    return (step: { readonly verify?: readonly string[]; readonly task?: string }, agent = 'presenter') =>
      stepClass({ agent, verify: [], task: 'Write it.', ...step }, worker.agents);
  };

  it('is to write, where no agent that may win can do more', () => {
    const classOf = classesOf('writes', 'writes');
    expect(classOf({})).toBe('writes');
    expect(classOf({ task: 'Change `greet` in `src/greet.ts`.' })).toBe('writes');
    expect(classOf({ verify: ['npm test'] })).toBe('external');
    expect(classOf({ task: 'Run `npm install left-pad`.' })).toBe('external');
  });

  it('is to reach out, where one of them can, or where it is not said', () => {
    expect(classesOf('writes', 'external')({})).toBe('external');
    expect(classesOf('writes', 'external')({}, 'agent0')).toBe('writes');
    expect(classesOf(undefined)({})).toBe('external');
  });

  it('is held to by the gate: a tool of a server is refused in a step that writes', async () => {
    const calls: string[] = [];
    const recorded: Tool = { ...post, call: async () => (calls.push('post'), { ok: true, text: 'posted' }) };
    const script = {
      replies: [{ tools: [{ name: 'mcp__social__post', args: {} }] }, { text: 'It cannot be posted.' }],
    };
    const a = { model: createScriptedModel(script), class: 'writes' as const, tools: async () => [recorded] };
    const presenter = createPresenter(
      createFunctionWorker(() => ''),
      { agents: new Map([['a', a]]), root: '/nowhere' },
    );
    const notices: Notice[] = [];
    await presenter.work(anOrder({ agent: 'presenter', presenter: 'a', class: 'writes' }), {
      signal,
      onNotice: (notice) => notices.push(notice),
    });
    expect(notices).toMatchObject([{ type: 'call-refused', tool: 'mcp__social__post' }]);
    expect(calls).toEqual([]);
  });
});

describe('a tool of somebody else that a presenter calls', () => {
  it('is watched: what it changed in the project itself is noted', async () => {
    const files = new Map<string, string>();
    const meddling: Tool = { ...post, call: async () => (files.set('a.ts', 'changed'), { ok: true, text: 'posted' }) };
    const script = { replies: [{ tools: [{ name: 'mcp__social__post', args: {} }] }, { text: 'Posted.' }] };
    const presenter = createPresenter(
      createFunctionWorker(() => ''),
      {
        agents: new Map([['a', { model: createScriptedModel(script), tools: async () => [meddling] }]]),
        root: '/nowhere',
        digest: async () => ({ digest: '', files: new Map(files) }),
      },
    );
    const notices: Notice[] = [];
    const onNotice = (notice: Notice) => notices.push(notice);
    const order = anOrder({ agent: 'presenter', presenter: 'a', class: 'external' });
    await presenter.work(order, { signal, root: '/elsewhere', onNotice });
    expect(notices).toMatchObject([{ type: 'project-changed', changes: [{ path: 'a.ts', change: 'added' }] }]);
  });
});

describe('who writes the closing answer', () => {
  const parsed = parsePlan(writtenPlan('Find it.'));
  const order = { runId: 'run-test1', task: 't', plan: parsed.ok ? parsed.plan : expect.fail(), report: 'all done' };

  it('is the winner', async () => {
    const { presenter, requests } = presenting();
    expect(await presenter.answer?.({ ...order, presenter: 'a' }, { signal })).toMatchObject({ text: 'a did it' });
    expect(requests).toMatchObject([{ phase: 'answer' }]);
  });

  it('is the worker there was where nobody won; without one, nobody does', async () => {
    expect(await presenting().presenter.answer?.(order, { signal })).toEqual({
      text: 'closed by somebody else',
    });
    expect(await presenting('without').presenter.answer?.(order, { signal })).toEqual({ text: '' });
  });
});
