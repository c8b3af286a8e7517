import { EventEmitter, once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { modelFailureOf } from '@planwright/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Tools } from '../../ports/tools.js';
import { aRequest } from '../../testing/a-request.js';
import { aProject } from '../../testing/temporary-project.js';
import type { AcpAgentOptions } from './acp-agent.js';
import { type AgentScript, aScriptedAgent, reportIn, toolsThat } from './testing/a-scripted-agent.js';

const signal = new AbortController().signal;

/** The failure that the agent's reply comes to. */
async function failureOf(script: AgentScript, options: Partial<AcpAgentOptions> = {}): Promise<unknown> {
  const agent = aScriptedAgent(script, { root: await aProject(), ...options });
  return agent.reply(aRequest(), { signal }).then(
    (reply) => reply,
    (error: unknown) => modelFailureOf(error) ?? error,
  );
}

const saying = (text: string): string => expect.stringContaining(text) as string;

/** A server that processes connect to for as long as they live. */
async function aWatch(): Promise<{ readonly port: number; readonly connected: Promise<Socket> }> {
  const server = createServer();
  onTestFinished(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const connected = once(server, 'connection').then(([socket]) => {
    (socket as Socket).on('error', () => undefined).resume();
    return socket as Socket;
  });
  return { port: typeof address === 'object' && address ? address.port : 0, connected };
}

/** A shell tool whose command goes on until it is stopped or finished. */
function aCommand(): {
  readonly tools: Tools;
  readonly started: Promise<unknown>;
  readonly stopped: Promise<unknown>;
  readonly finish: () => void;
} {
  const events = new EventEmitter();
  const [started, stopped] = [once(events, 'started'), once(events, 'stopped')];
  const { tools } = toolsThat(async (_, stop) => {
    const ended = Promise.race([once(events, 'finished'), once(stop, 'abort').then(() => events.emit('stopped'))]);
    events.emit('started');
    await ended;
    stop.throwIfAborted();
    return { ok: true, text: 'done' };
  });
  return { tools, started, stopped, finish: () => void events.emit('finished') };
}

describe('an ACP agent that cannot be used', () => {
  it('is missing when there is no such program', async () => {
    const failure = await failureOf({}, { argv: ['planwright-no-such-agent', '--acp'] });
    expect(failure).toMatchObject({ kind: 'missing', model: 'acp:scripted', message: saying('is it installed') });
  });

  it('is missing when it ends before it says hello, with what it said', async () => {
    const failure = await failureOf({ diesAtStart: 2 });
    expect(failure).toMatchObject({
      kind: 'missing',
      message: saying('it ended with exit code 2, and said: no such option: --acp, before it said hello'),
    });
  });

  it('is told apart when it is logged out', async () => {
    expect(await failureOf({ loggedOut: true })).toMatchObject({
      kind: 'auth',
      message: saying('log in with the agent'),
    });
  });

  it('is unreadable when it speaks another version of the protocol', async () => {
    expect(await failureOf({ version: 7 })).toMatchObject({ kind: 'unreadable', message: saying('another version') });
  });

  it('runs out of time when it never says hello', async () => {
    expect(await failureOf({ silent: true }, { startTimeoutMs: 300 })).toMatchObject({
      kind: 'timeout',
      message: saying('did not say hello within 300 ms'),
    });
  });
});

describe('an ACP agent that fails in mid-turn', () => {
  it('counts as unreachable when it dies, with the end of what it said, without secrets', async () => {
    const script = { turns: [[{ complain: 'key sk-1234567890 is \u001b[31mrevoked\u001b[0m\n' }, { die: 3 }]] };
    const failure = await failureOf(script, {
      env: { ...process.env, AGENT_KEY: 'sk-1234567890' },
      passEnv: ['AGENT_KEY'],
    });
    expect(failure).toMatchObject({
      kind: 'network',
      message: saying('it ended with exit code 3, and said: key [redacted] is revoked'),
    });
  });

  it('is started again for the next reply', async () => {
    const agent = aScriptedAgent({ turns: [[{ echo: true }], [{ die: 1 }]] }, { root: await aProject() });
    const { tools } = toolsThat(() => ({ ok: true, text: '' }));
    const workplace = { root: await aProject(), access: 'writes', tools } as const;
    const { session } = await agent.reply(aRequest({ workplace }), { signal });
    const from = [{ label: 'E1', answer: '42', ...(session ? { session } : {}) }];
    const dying = agent.reply(aRequest({ workplace, session: { strategy: 'resume', from } }), { signal });
    await expect(dying).rejects.toThrow('exit code 1');
    expect(await agent.reply(aRequest({ says: 'again' }), { signal })).toMatchObject({ text: 'again' });
  });

  it.each([
    ['a line that is no JSON', 'oops: not JSON\n', 'a line that is no message of the protocol: "oops: not JSON"'],
    ['JSON that is no message', '{"level":"info"}\n', 'no message of the protocol'],
    ['an answer to nothing', '{"jsonrpc":"2.0","id":99,"result":{}}\n', 'answered a request that was not made'],
  ])('is unreadable when it writes %s', async (_, line, problem) => {
    expect(await failureOf({ turns: [[{ print: line }, { hang: true }]] })).toMatchObject({
      kind: 'unreadable',
      message: saying(problem),
    });
  });

  it.each([
    ['in one endless message', true, 'a message of more than 1048576 bytes'],
    ['in many messages', false, 'more than 2097152 bytes within one turn'],
  ])('is stopped when it sends 100 MB %s', async (_, line, problem) => {
    const limits = { maxMessageBytes: 1024 * 1024, maxTurnBytes: 2 * 1024 * 1024, graceMs: 100 };
    const failure = await failureOf({ turns: [[{ flood: { bytes: 100 * 1024 * 1024, line } }]] }, limits);
    expect(failure).toMatchObject({ kind: 'unreadable', message: saying(problem) });
  });

  it.each([
    ['max_tokens', 'ran out of tokens'],
    ['max_turn_requests', 'its own limit of requests'],
  ])('has given no reply when it stopped for %s', async (stop, problem) => {
    const failure = await failureOf({ turns: [[{ say: 'The first half of the' }, { stop }]] });
    expect(failure).toMatchObject({ kind: 'unreadable', message: saying(problem) });
  });

  it('is not believed to be done when it cancels its turn by itself', async () => {
    expect(await failureOf({ turns: [[{ stop: 'cancelled' }]] })).toMatchObject({ kind: 'server' });
  });

  it.each([
    [-32603, 'server'],
    [429, 'rate-limited'],
    [401, 'auth'],
    [-32602, 'unreadable'],
  ])('has its error %d told apart as %s', async (code, kind) => {
    const failure = await failureOf({ turns: [[{ fail: { code, message: 'quota exceeded' } }]] });
    expect(failure).toMatchObject({ kind, message: saying(`error ${code}: quota exceeded`) });
  });

  it('runs out of time when it hangs', async () => {
    const script = { ignoresCancel: true, turns: [[{ hang: true }]] };
    expect(await failureOf(script, { timeoutMs: 1000, graceMs: 100 })).toMatchObject({
      kind: 'timeout',
      message: saying('it took longer than 1000 ms'),
    });
  });
});

describe('an ACP agent whose turn is aborted', () => {
  it.each([
    ['ends its turn when asked to', {}],
    ['ignores that', { ignoresCancel: true }],
  ])('rejects with the reason, and nothing it started is left, when it %s', async (_, script) => {
    const { port, connected } = await aWatch();
    const agent = aScriptedAgent(
      { ...script, turns: [[{ child: port }, { hang: true }]] },
      { root: await aProject(), graceMs: 200 },
    );
    const controller = new AbortController();
    const reason = new Error('cancelled by a person');
    const replying = agent.reply(aRequest(), { signal: controller.signal });
    const closed = once(await connected, 'close');
    controller.abort(reason);
    await expect(replying).rejects.toBe(reason);
    await closed;
  });

  it('has the commands it asked for stopped as well', async () => {
    const command = aCommand();
    const root = await aProject();
    const agent = aScriptedAgent({ turns: [[{ terminal: { command: 'npm test' } }]] }, { root, graceMs: 200 });
    const controller = new AbortController();
    const workplace = { root, access: 'external', tools: command.tools } as const;
    const replying = agent.reply(aRequest({ workplace }), { signal: controller.signal });
    await command.started;
    controller.abort(new Error('enough'));
    await expect(replying).rejects.toThrow('enough');
    await command.stopped;
  });

  it('leaves a turn beside it in the same process alone', async () => {
    const root = await aProject();
    const agent = aScriptedAgent({ turns: [[{ terminal: { command: 'npm test' } }, { report: true }]] }, { root });
    const [left, right] = [aCommand(), aCommand()];
    const controller = new AbortController();
    const [aborted, other] = [left, right].map(({ tools }, place) =>
      agent.reply(aRequest({ workplace: { root, access: 'external', tools } }), {
        signal: place === 0 ? controller.signal : signal,
      }),
    );
    await Promise.all([left.started, right.started]);
    controller.abort(new Error('enough'));
    await expect(aborted).rejects.toThrow('enough');
    right.finish();
    expect(reportIn((await other)?.text ?? '').called).toEqual(['new', 'new']);
  });

  it('does nothing at all when it was aborted before', async () => {
    const agent = aScriptedAgent({ turns: [[{ say: 'hello' }]] }, { root: await aProject() });
    await expect(agent.reply(aRequest(), { signal: AbortSignal.abort(new Error('too late')) })).rejects.toThrow(
      'too late',
    );
  });

  it('is ended by close, in mid-turn too', async () => {
    const { port, connected } = await aWatch();
    const agent = aScriptedAgent({ turns: [[{ child: port }, { hang: true }]] }, { root: await aProject() });
    const replying = agent.reply(aRequest(), { signal });
    const closed = once(await connected, 'close');
    await Promise.all([agent.close(), expect(replying).rejects.toThrow('it was ended by SIGTERM')]);
    await closed;
  });
});
