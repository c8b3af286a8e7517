import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SessionWish } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import type { ModelMessage, ModelReply, ModelRequest } from '../../ports/model.js';
import type { Tools } from '../../ports/tools.js';
import { settlingTools } from '../../settling-tools.js';
import { aRequest } from '../../testing/a-request.js';
import { aCopy, aStandIn, type StandIn } from './testing/a-stand-in.js';

const { signal } = new AbortController();
const noTools: Tools = { specs: [], class: 'reads', call: () => Promise.resolve({ ok: false, text: '' }) };
const done = JSON.stringify(JSON.stringify({ step_done: { answer: 'found' } }));

function aStep({ root }: Pick<StandIn, 'root'>, changes: Parameters<typeof aRequest>[0] = {}): ModelRequest {
  const workplace = { root, access: 'writes', tools: noTools } as const;
  return aRequest({ system: 'You search.', says: 'Find it.', tools: settlingTools, workplace, ...changes });
}

/** The conversation so far, when the agent said this last and is asked to go on. */
function after(reply: ModelReply, ...more: readonly ModelMessage[]): readonly ModelMessage[] {
  const { text, toolCalls, session } = reply;
  return [
    { role: 'user', text: 'Find it.' },
    { role: 'assistant', text, toolCalls, ...(session ? { session } : {}) },
    ...more,
  ];
}

describe('asking an agent program', () => {
  it('sends the request by stdin, works in the workplace, and gives back its last message with what it used', async () => {
    const standIn = await aStandIn({
      node: `fs.writeFileSync('made.txt', 'made');
        say('Looked.', { total_cost_usd: 0.5, usage: { input_tokens: 1, cache_read_input_tokens: 2, output_tokens: 3 } });`,
    });
    const reply = await standIn.agent.reply(aStep(standIn), { signal });
    const [call] = await standIn.calls();
    expect(call?.stdin).toMatch(/^You search\.\n\nFind it\.\n\nHow to end the step:/);
    expect(call?.argv.join(' ')).not.toContain('Find it');
    expect(existsSync(join(standIn.root, 'made.txt'))).toBe(true);
    expect(reply).toMatchObject({
      text: 'Looked.',
      toolCalls: [],
      model: 'command:claude',
      session: { model: 'command:claude', id: call?.argv[call.argv.indexOf('--session-id') + 1] },
      usage: { inputTokens: 3, outputTokens: 3, costUsd: 0.5 },
    });
  });

  it('takes a settlement at the end of the message for the call that ends the step', async () => {
    const standIn = await aStandIn({ node: `say('Done.\\n' + ${done})` });
    const { toolCalls } = await standIn.agent.reply(aStep(standIn), { signal });
    expect(toolCalls).toEqual([{ id: 'settlement-1', name: 'step_done', args: { answer: 'found' } }]);
  });

  it('takes a failure in the same way', async () => {
    const failed = JSON.stringify(JSON.stringify({ step_failed: { reason: 'gone', next: 'skip' } }));
    const standIn = await aStandIn({ node: `say(${failed})` });
    const { toolCalls } = await standIn.agent.reply(aStep(standIn), { signal });
    expect(toolCalls).toEqual([{ id: 'settlement-1', name: 'step_failed', args: { reason: 'gone', next: 'skip' } }]);
  });

  it('asks for no settlement, and takes none, where no step is to be ended', async () => {
    const standIn = await aStandIn({ node: `say(${done})` });
    const reply = await standIn.agent.reply(aStep(standIn, { tools: [] }), { signal });
    expect((await standIn.calls())[0]?.stdin).not.toContain('step_done');
    expect(reply.toolCalls).toEqual([]);
  });

  it('asks for JSON that fits the schema, where one is given', async () => {
    const standIn = await aStandIn({ node: `say('{}')` });
    const output = { name: 'plan', schema: { type: 'object' } };
    await standIn.agent.reply(aStep(standIn, { tools: [], output }), { signal });
    expect((await standIn.calls())[0]?.stdin).toContain('{"type":"object"}');
  });

  it('names the model and how hard it shall think', async () => {
    const standIn = await aStandIn({ node: `say('ok')` }, { model: 'opus' });
    const reply = await standIn.agent.reply(aStep(standIn, { effort: 'max' }), { signal });
    expect((await standIn.calls())[0]?.argv.join(' ')).toContain('--model opus --effort max');
    expect(reply.session?.model).toBe('command:claude#opus');
  });

  it('reserves its cap, and is told where to stop', async () => {
    const standIn = await aStandIn({ node: `say('ok')` }, { cap: { tokens: 200_000, costUsd: 1.5 } });
    expect(standIn.agent.estimate?.(aStep(standIn))).toEqual({ tokens: 200_000, costUsd: 1.5 });
    await standIn.agent.reply(aStep(standIn), { signal });
    expect((await standIn.calls())[0]?.argv.join(' ')).toContain('--max-budget-usd 1.5');
  });

  it('passes on its own variables and nobody else’s', async () => {
    const env = {
      ANTHROPIC_API_KEY: 'its-own-key',
      OPENAI_API_KEY: 'not-its-own',
      DATABASE_URL: 'x',
      HTTPS_PROXY: 'p',
    };
    const standIn = await aStandIn({ node: `say('ok')` }, { env });
    await standIn.agent.reply(aStep(standIn), { signal });
    const passed = (await standIn.calls())[0]?.env;
    expect(passed).toMatchObject({ ANTHROPIC_API_KEY: 'its-own-key', HTTPS_PROXY: 'p' });
    expect(Object.keys(passed ?? {})).not.toEqual(expect.arrayContaining(['OPENAI_API_KEY']));
    expect(Object.keys(passed ?? {})).not.toEqual(expect.arrayContaining(['DATABASE_URL']));
  });
});

describe('an agent program that may only read', () => {
  const writes = `fs.writeFileSync('made.txt', 'made'); say(${done})`;

  it('runs in its own read-only mode and in a copy, which is gone afterwards', async () => {
    const standIn = await aStandIn({ node: writes });
    const workplace = { root: standIn.root, access: 'reads', tools: noTools } as const;
    await standIn.agent.reply(aStep(standIn, { workplace }), { signal });
    const [call] = await standIn.calls();
    expect(call?.argv.join(' ')).toContain('--tools Read,Grep,Glob --permission-mode dontAsk');
    expect(call?.cwd).not.toBe(realpathSync(standIn.root));
    expect([existsSync(call!.cwd), existsSync(join(standIn.root, 'made.txt'))]).toEqual([false, false]);
  });

  it('is what it is without a workplace, as in planning', async () => {
    const standIn = await aStandIn({ node: writes });
    const { workplace, ...request } = aStep(standIn);
    expect(workplace).toBeDefined();
    await standIn.agent.reply(request, { signal });
    const [call] = await standIn.calls();
    expect([call?.argv.includes('dontAsk'), existsSync(join(standIn.root, 'made.txt'))]).toEqual([true, false]);
  });

  it('leaves no copy behind when it fails', async () => {
    const standIn = await aStandIn({ node: `process.exit(1)` });
    await expect(standIn.agent.reply(aRequest(), { signal })).rejects.toThrow('exit code 1');
    expect(existsSync((await standIn.calls())[0]!.cwd)).toBe(false);
  });
});

describe('sessions of an agent program', () => {
  const echo = `say('Not yet.', { session_id: after('--resume') && call.argv.includes('--resume') && !call.argv.includes('--fork-session') ? after('--resume') : after('--session-id') })`;

  it('goes on with the session of its own last words, and is told only what is new', async () => {
    const standIn = await aStandIn({ node: echo });
    const first = await standIn.agent.reply(aStep(standIn), { signal });
    const messages = after(first, { role: 'user', text: 'End the step.' });
    const second = await standIn.agent.reply(aStep(standIn, { turn: 2, messages }), { signal });
    const call = (await standIn.calls())[1];
    expect(call?.argv.join(' ')).toContain(`--resume ${first.session?.id}`);
    expect(call?.stdin).toMatch(/^End the step\./);
    expect(call?.stdin).not.toContain('Find it.');
    expect(second.session).toEqual(first.session);
  });

  it('goes on in the same copy while it may only read, and the copy is gone when the step is ended', async () => {
    const standIn = await aStandIn({ node: `say(call.argv.includes('--resume') ? ${done} : 'Not yet.')` });
    const workplace = { root: standIn.root, access: 'reads', tools: noTools } as const;
    const first = await standIn.agent.reply(aStep(standIn, { workplace }), { signal });
    const messages = after(first, { role: 'user', text: 'End the step.' });
    expect(existsSync((await standIn.calls())[0]!.cwd)).toBe(true);
    await standIn.agent.reply(aStep(standIn, { workplace, turn: 2, messages }), { signal });
    const [one, two] = await standIn.calls();
    expect([two?.argv.includes('--resume'), two?.cwd, existsSync(one!.cwd)]).toEqual([true, one?.cwd, false]);
  });

  it('throws away the copy of a step that was never ended when it is closed', async () => {
    const standIn = await aStandIn({ node: `say('Not yet.')` });
    await standIn.agent.reply(aRequest({ tools: settlingTools }), { signal });
    await standIn.agent.close();
    expect(existsSync((await standIn.calls())[0]!.cwd)).toBe(false);
  });

  it('goes on from its parent’s session, or from a branch of it with an id of its own', async () => {
    const standIn = await aStandIn({ node: echo });
    const parent = await standIn.agent.reply(aStep(standIn), { signal });
    const from = [{ label: 'E1', answer: 'parent answer', session: parent.session }];
    const resumed = await standIn.agent.reply(aStep(standIn, { session: { strategy: 'resume', from } }), { signal });
    const forked = await standIn.agent.reply(aStep(standIn, { session: { strategy: 'fork', from } }), { signal });
    const calls = await standIn.calls();
    expect(resumed.session?.id).toBe(parent.session?.id);
    expect(forked.session?.id).not.toBe(parent.session?.id);
    expect(calls[2]?.argv.join(' ')).toContain(
      `--resume ${parent.session?.id} --fork-session --session-id ${forked.session?.id}`,
    );
    expect(calls[1]?.stdin).toMatch(/^You search\.\n\nFind it\./);
  });

  it.each<[string, SessionWish['strategy'], string]>([
    ['several parents', 'merge_fork', 'command:claude'],
    ['a session of somebody else’s', 'resume', 'acp:other'],
    ['a session of another folder', 'fork', 'command:claude'],
  ])('is handed the answers of its parents where it cannot go on from %s', async (_, strategy, model) => {
    const standIn = await aStandIn({ node: echo });
    const from = [
      { label: 'E1', answer: 'first answer', session: { model, id: 'elsewhere' } },
      { label: 'E2', answer: 'second answer' },
    ];
    await standIn.agent.reply(aStep(standIn, { session: { strategy, from } }), { signal });
    const [call] = await standIn.calls();
    expect(call?.argv).not.toContain('--resume');
    expect(call?.stdin).toMatch(/<data from="E1"[^>]*>\nfirst answer\n[\s\S]*<data from="E2"[^>]*>\nsecond answer\n/);
  });

  it('is told the whole conversation when the program does not have its session any more', async () => {
    const standIn = await aStandIn({
      node: `if (call.argv.includes('--resume')) {
          console.error('No conversation found with session ID: ' + after('--resume'));
          process.exit(1);
        }
        say('Here I am.')`,
    });
    const first = await standIn.agent.reply(aStep(standIn), { signal });
    const messages = after(first, { role: 'user', text: 'End the step.' });
    const second = await standIn.agent.reply(aStep(standIn, { turn: 2, messages }), { signal });
    const calls = await standIn.calls();
    expect(calls).toHaveLength(3);
    expect(calls[2]?.stdin).toMatch(/Find it\.[\s\S]*Here I am\.[\s\S]*End the step\./);
    expect(second.session?.id).not.toBe(first.session?.id);
  });
});

describe('an agent program that is stopped', () => {
  const hangs = 'sleep 1000 &\necho $! > "$here/grandchild"\nsleep 1000';

  async function grandchild({ here }: StandIn): Promise<number> {
    await expect.poll(() => existsSync(join(here, 'grandchild')), { timeout: 20_000 }).toBe(true);
    return Number(await readFile(join(here, 'grandchild'), 'utf8'));
  }

  it('is ended with all that it started when it hangs', async () => {
    const standIn = await aStandIn({ sh: hangs }, { timeoutMs: 1500 });
    await expect(standIn.agent.reply(aStep(standIn), { signal })).rejects.toMatchObject({
      details: { failure: 'timeout' },
      message: 'command:claude: it took longer than 1500 ms',
    });
    expect(isRunning(await grandchild(standIn))).toBe(false);
  });

  it('rejects with the signal’s reason once everything is gone, the copy too', async () => {
    const copies: string[] = [];
    const standIn = await aStandIn(
      { sh: hangs },
      {
        throwaway: async (...args) => {
          const copy = await aCopy(...args);
          copies.push(copy.root);
          return copy;
        },
      },
    );
    const stop = new AbortController();
    const reply = standIn.agent.reply(aRequest(), { signal: stop.signal });
    const pid = await grandchild(standIn);
    const reason = new Error('enough');
    stop.abort(reason);
    await expect(reply).rejects.toBe(reason);
    expect([isRunning(pid), copies.map((copy) => existsSync(copy))]).toEqual([false, [false]]);
  });

  it('rejects with the signal’s reason when its copy cannot be finished', async () => {
    const stop = new AbortController();
    const reason = new Error('enough');
    const throwaway = (): Promise<never> => {
      stop.abort(reason);
      return Promise.reject(new Error('half a copy'));
    };
    const { agent } = await aStandIn({ sh: '' }, { throwaway });
    await expect(agent.reply(aRequest(), { signal: stop.signal })).rejects.toBe(reason);
  });

  it('is not started at all when it is asked too late', async () => {
    const standIn = await aStandIn({ node: `say('ok')` });
    const reason = new Error('enough');
    await expect(standIn.agent.reply(aStep(standIn), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(existsSync(join(standIn.here, 'calls.jsonl'))).toBe(false);
  });
});

/** A process that was killed may wait for its parent to look; it does nothing any more. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  if (process.platform !== 'linux') return true;
  return !/^\d+ \(.*\) [ZX]/.test(readState(pid));
}

function readState(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return '0 (gone) X';
  }
}
