import type { ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { modelFailureOf, type ModelFailure } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import type { Model } from '../../ports/model.js';
import { aRequest } from '../../testing/a-request.js';
import { aFaultServer, beginnings, chatChunk, events, startStream } from './testing/fault-server.js';
import { everyProvider, modelAt, secretKey } from './testing/model-at.js';

const signal = new AbortController().signal;

/** How the model fails to reply. Its key must be nowhere in the error, however one looks at it. */
async function failureOf(model: Model): Promise<ModelFailure> {
  const thrown: unknown = await model.reply(aRequest(), { signal }).then(
    (reply) => expect.fail(`it replied ${JSON.stringify(reply)}`),
    (error: unknown) => error,
  );
  expect(inspect(thrown, { depth: 10 })).not.toContain(secretKey);
  return modelFailureOf(thrown) ?? expect.fail(`no failure of a model: ${inspect(thrown)}`);
}

function refusing(
  status: number,
  message: string,
  headers: Record<string, string> = {},
  type = 'x',
): (response: ServerResponse) => void {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    // All providers put the message at the same place; each wants something else beside it.
    response.end(JSON.stringify({ type: 'error', error: { message, type, code: status, status: 'X', param: null } }));
  };
}

describe.each(everyProvider)('a model of %s', (provider) => {
  it.each([
    [401, 'auth'],
    [403, 'auth'],
    [404, 'unknown'],
    [429, 'rate-limited'],
    [500, 'server'],
    [529, 'server'],
    [400, 'rejected'],
    [413, 'rejected'],
  ])('fails on %d as %s, with what the provider said', async (status, kind) => {
    const { url, bodies } = await aFaultServer(refusing(status, `it was ${secretKey} today`));
    const failure = await failureOf(modelAt(provider, url));
    expect(failure).toMatchObject({ kind, status });
    expect(failure.message).toMatch(/\(\d{3}: .*today/);
    expect(bodies).toHaveLength(1);
  });

  it('passes on when to come back', async () => {
    const { url } = await aFaultServer(refusing(429, 'slow down', { 'retry-after': '7' }));
    expect(await failureOf(modelAt(provider, url))).toMatchObject({ kind: 'rate-limited', retryAfterMs: 7_000 });
  });

  it('fails when nobody listens', async () => {
    const { url } = await aFaultServer((response) => response.destroy());
    expect(await failureOf(modelAt(provider, url))).toMatchObject({ kind: 'network' });
  });

  it('fails when the connection breaks in mid-stream', async () => {
    const { url } = await aFaultServer((response) => {
      startStream(response, beginnings[provider]!);
      setImmediate(() => response.destroy());
    });
    expect(await failureOf(modelAt(provider, url))).toMatchObject({ kind: 'network' });
  });

  it('fails when the stream ends before the reply does', async () => {
    const { url } = await aFaultServer((response) => {
      startStream(response, beginnings[provider]!);
      response.end();
    });
    expect(await failureOf(modelAt(provider, url))).toMatchObject({ kind: 'network' });
  });

  it.each([
    ['a page', 'text/html', '<html><body>Hello from your proxy</body></html>'],
    ['broken events', 'text/event-stream', 'data: {"half":\n\n'],
    ['other events', 'text/event-stream', 'data: {"a":[1]}\n\n'],
    ['nothing', 'text/event-stream', ''],
  ])('fails on a body that is no reply: %s', async (_, type, body) => {
    const { url } = await aFaultServer((response) => response.writeHead(200, { 'content-type': type }).end(body));
    expect(await failureOf(modelAt(provider, url))).toMatchObject({ kind: 'unreadable' });
  });

  it('fails when nothing comes for too long, before the reply or within it', async () => {
    const timeouts = { stallMs: 60 };
    const silent = await aFaultServer(() => undefined);
    expect(await failureOf(modelAt(provider, silent.url, { timeouts }))).toMatchObject({ kind: 'timeout' });
    const stalled = await aFaultServer((response) => startStream(response, beginnings[provider]!));
    expect(await failureOf(modelAt(provider, stalled.url, { timeouts }))).toMatchObject({
      kind: 'timeout',
      message: expect.stringContaining('sent nothing for 0.06 s') as string,
    });
  });

  it('fails when it goes on for too long, though something always comes', async () => {
    const { url } = await aFaultServer((response) => {
      startStream(response, beginnings[provider]!);
      const drip = setInterval(() => response.write(': still here\n\n'), 10);
      response.on('close', () => clearInterval(drip));
    });
    const timeouts = { stallMs: 10_000, totalMs: 80 };
    expect(await failureOf(modelAt(provider, url, { timeouts }))).toMatchObject({ kind: 'timeout' });
  });

  it('stops with the reason of an abort in mid-stream, and lets the connection go', async () => {
    const stop = new AbortController();
    let onClosed = (): void => undefined;
    const closed = new Promise<void>((resolve) => (onClosed = resolve));
    const { url } = await aFaultServer((response) => {
      response.on('close', onClosed);
      startStream(response, beginnings[provider]!);
    });
    const reply = modelAt(provider, url).reply(aRequest(), {
      signal: stop.signal,
      onText: () => stop.abort(new Error('cancelled')),
    });
    await expect(reply).rejects.toThrow('cancelled');
    await closed;
  });

  it('does not ask at all once it is aborted', async () => {
    const { url, bodies } = await aFaultServer((response) => response.end());
    const reply = modelAt(provider, url).reply(aRequest(), { signal: AbortSignal.abort(new Error('cancelled')) });
    await expect(reply).rejects.toThrow('cancelled');
    expect(bodies).toEqual([]);
  });

  it('takes its key to no other host', async () => {
    const other = await aFaultServer((response) => response.end());
    const { url } = await aFaultServer((response) => response.writeHead(307, { location: other.url }).end());
    expect(await failureOf(modelAt(provider, url))).toMatchObject({ kind: 'network' });
    expect(other.bodies).toEqual([]);
  });
});

it('a call that stalls ends though the garbage collector took what ties a response to its signal', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const { url } = await aFaultServer((response) => startStream(response, beginnings['compatible']!));
  const model = modelAt('compatible', url, { timeouts: { stallMs: 60 } });
  for (let round = 0; round < 5; round += 1) {
    const reply = model.reply(aRequest(), { signal, onText: () => setImmediate(collectGarbage) });
    await expect(reply).rejects.toMatchObject({ details: { failure: 'timeout' } });
  }
});

describe('what providers say in their own way', () => {
  it.each([
    ['google', 400, 'API key not valid. Please pass a valid API key.', 'auth'],
    ['xai', 400, 'Incorrect API key provided: xa***yz', 'auth'],
    ['anthropic', 400, 'Your credit balance is too low to access the Anthropic API.', 'auth'],
    ['google', 429, 'You exceeded your current quota, please check your plan.', 'rate-limited'],
    ['openai', 400, "Invalid schema for function 'x': no api_key", 'rejected'],
    ['openai', 400, "The model 'gpt-9' does not exist", 'unknown'],
    ['compatible', 402, 'Payment required', 'auth'],
  ] as const)('%s: %d %s', async (provider, status, message, kind) => {
    const { url } = await aFaultServer(refusing(status, message));
    expect(await failureOf(modelAt(provider, url))).toMatchObject({ kind });
  });

  it('openai: no credit left is no limit that passes', async () => {
    const { url } = await aFaultServer(refusing(429, 'You exceeded your quota.', {}, 'insufficient_quota'));
    expect(await failureOf(modelAt('openai', url))).toMatchObject({ kind: 'auth' });
  });

  it.each([
    ['rate_limit_error', 'rate-limited'],
    ['overloaded_error', 'server'],
    ['authentication_error', 'auth'],
  ])('anthropic: a stream that begins with %s', async (type, kind) => {
    const { url } = await aFaultServer((response) => {
      startStream(response, events({ type: 'error', error: { type, message: 'No.' } }));
      response.end();
    });
    expect(await failureOf(modelAt('anthropic', url))).toMatchObject({ kind });
  });

  it('an overload within the stream is a fault of the provider', async () => {
    const { url } = await aFaultServer((response) => {
      startStream(response, beginnings['anthropic']!);
      response.end(events({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }));
    });
    expect(await failureOf(modelAt('anthropic', url))).toMatchObject({
      kind: 'server',
      message: 'anthropic:claude-sonnet-4-5 failed on its side (Overloaded)',
    });
  });
});

describe('a reply that is not whole', () => {
  const finishing =
    (...chunks: unknown[]): ((response: ServerResponse) => void) =>
    (response) => {
      startStream(response, events(...chunks));
      response.end('data: [DONE]\n\n');
    };
  const calling = (args: string): unknown => {
    const call = { index: 0, id: 'c1', type: 'function', function: { name: 'read', arguments: args } };
    return { id: 'c', created: 1, model: 'm', choices: [{ index: 0, delta: { tool_calls: [call] } }] };
  };

  it('fails when it reached the limit of tokens', async () => {
    const { url } = await aFaultServer(finishing(chatChunk('Once upon'), chatChunk('', 'length')));
    expect(await failureOf(modelAt('compatible', url))).toMatchObject({
      kind: 'unreadable',
      message: expect.stringContaining('limit of tokens') as string,
    });
  });

  it('fails when a filter left nothing of it', async () => {
    const { url } = await aFaultServer(finishing(chatChunk('', 'content_filter')));
    expect(await failureOf(modelAt('compatible', url))).toMatchObject({ kind: 'rejected' });
  });

  it.each([
    ['{"path": "a', 'no JSON'],
    ['["a"]', 'other JSON'],
    ['"a"', 'other JSON'],
  ])('fails when the arguments of a call are no object: %s', async (args, found) => {
    const { url } = await aFaultServer(finishing(calling(args), chatChunk('', 'tool_calls')));
    expect(await failureOf(modelAt('compatible', url))).toMatchObject({
      kind: 'unreadable',
      message: expect.stringContaining(`called read with arguments that are ${found}`) as string,
    });
  });

  it('may call a tool without arguments', async () => {
    const { url } = await aFaultServer(finishing(calling(''), chatChunk('', 'tool_calls')));
    const reply = await modelAt('compatible', url).reply(aRequest(), { signal });
    expect(reply.toolCalls).toEqual([{ id: 'c1', name: 'read', args: {} }]);
  });
});
