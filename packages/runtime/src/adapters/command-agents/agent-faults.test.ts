import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { modelFailureOf } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import { aRequest } from '../../testing/a-request.js';
import type { CommandAgentOptions } from './command-agent.js';
import { aStandIn } from './testing/a-stand-in.js';

const { signal } = new AbortController();

/** What a reply fails with. */
async function failureOf(
  script: Parameters<typeof aStandIn>[0],
  options: Partial<CommandAgentOptions> = {},
): Promise<ReturnType<typeof modelFailureOf>> {
  const { agent } = await aStandIn(script, options);
  return agent.reply(aRequest(), { signal }).then(
    () => undefined,
    (thrown: unknown) => modelFailureOf(thrown),
  );
}

describe('an agent program that misbehaves', () => {
  it('is understood when it prints banners before and behind its JSON', async () => {
    const { agent } = await aStandIn({
      node: `console.log('\\u001b[31mUpdate available!\\u001b[0m\\n[STARTUP] {not json}\\n{');
        process.stdout.write('Loaded cached credentials. ');
        say('here');
        console.log('bye');`,
    });
    expect((await agent.reply(aRequest(), { signal })).text).toBe('here');
  });

  it('has failed when it exits with 0 and a document that says so', async () => {
    const node = `say('API Error: 500 boom', { is_error: true, api_error_status: 500 })`;
    expect(await failureOf({ node })).toEqual({
      kind: 'server',
      model: 'command:claude',
      message: 'command:claude: API Error: 500 boom',
      status: 500,
    });
  });

  it('has failed with its last complaint when it exits with another code', async () => {
    const node = `console.error('starting\\nError: it broke\\n\\n'); process.exit(7)`;
    expect(await failureOf({ node })).toMatchObject({
      kind: 'server',
      message: 'command:claude: it ended with exit code 7: Error: it broke',
    });
  });

  it('has failed when it exits with another code although it printed an answer', async () => {
    expect(await failureOf({ node: `say('ok'); process.exitCode = 3` })).toMatchObject({
      message: expect.stringContaining('exit code 3') as unknown,
    });
  });

  it('is logged out: an auth failure that says what to do', async () => {
    const node = `say('Not logged in · Please run /login', { is_error: true }); process.exitCode = 1`;
    expect(await failureOf({ node })).toMatchObject({
      kind: 'auth',
      message: expect.stringContaining('it is not logged in; log in with claude itself') as unknown,
    });
  });

  it('is missing when it is not installed', async () => {
    expect(await failureOf({ sh: '' }, { env: { PATH: '/nowhere' } })).toMatchObject({
      kind: 'missing',
      message: 'command:claude: the program claude was not found on the PATH; install it or choose another model',
    });
  });

  it('is stopped when it prints 100 MB', async () => {
    const standIn = await aStandIn(
      { sh: 'yes | head -c 100000000\ntouch "$here/finished"' },
      { maxOutputBytes: 100_000 },
    );
    const thrown: unknown = await standIn.agent.reply(aRequest(), { signal }).catch((error: unknown) => error);
    expect(modelFailureOf(thrown)).toMatchObject({
      kind: 'unreadable',
      message: 'command:claude: it printed more than 100000 bytes and was stopped',
    });
    expect(existsSync(join(standIn.here, 'finished'))).toBe(false);
  });

  it('is understood although it complains for 100 MB beside its answer', async () => {
    const { agent } = await aStandIn({
      node: `const line = Buffer.alloc(1e6, 'x');
      for (let count = 0; count < 100; count += 1) fs.writeSync(2, line);
      say('here')`,
    });
    expect((await agent.reply(aRequest(), { signal })).text).toBe('here');
  });

  it.each([
    ['garbage', `console.log('\\u0000\\u0001{"type": "result", ]')`, /something else than the JSON/],
    ['JSON of somebody else', `console.log('{"hello": "world"}')`, /something else than the JSON/],
    ['nothing', '', /printed nothing/],
  ])('is unreadable when it prints %s', async (_, node, message) => {
    const failure = await failureOf({ node });
    expect(failure).toMatchObject({ kind: 'unreadable', message: expect.stringMatching(message) as unknown });
  });

  it.each([
    ['a status', `say('API Error: Request rejected', { is_error: true, api_error_status: 429 })`],
    ['words', `console.error('Error: Too Many Requests'); process.exit(1)`],
  ])('is rate limited when it says so by %s', async (_, node) => {
    expect(await failureOf({ node })).toMatchObject({ kind: 'rate-limited' });
  });

  it('has failed when it is killed by a signal', async () => {
    expect(await failureOf({ sh: 'kill -9 $$' })).toMatchObject({
      kind: 'server',
      message: 'command:claude: it was ended by SIGKILL',
    });
  });

  it('does not bring secrets or pages of text into the failure', async () => {
    const node = `console.error('Error: bad key ' + process.env.ANTHROPIC_API_KEY + ' x'.repeat(10000)); process.exit(1)`;
    const failure = await failureOf({ node }, { env: { ANTHROPIC_API_KEY: 'top-secret-value' } });
    expect(failure?.message).not.toContain('top-secret-value');
    expect(failure?.message.length).toBeLessThan(400);
  });
});
