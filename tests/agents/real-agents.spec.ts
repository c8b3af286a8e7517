import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agentProgramNames, modelFailureOf } from '@planwright/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCommandAgent } from '../../packages/runtime/src/adapters/command-agents/command-agent.js';
import { openSandbox } from '../../packages/runtime/src/adapters/sandbox/open-sandbox.js';
import type { ModelReply, ModelRequest } from '../../packages/runtime/src/ports/model.js';
import { settlingTools } from '../../packages/runtime/src/settling-tools.js';
import { aRequest } from '../../packages/runtime/src/testing/a-request.js';
import { agentHome } from './agent-homes.js';
import { agentsFolder, installAgent } from './install-agent.js';
import { type MockProvider, startMockProvider } from './mock-provider.js';

const { signal } = new AbortController();
const tools = { specs: [], class: 'reads', call: () => Promise.resolve({ ok: false, text: '' }) } as const;
const canFork = ['claude', 'codex', 'opencode'];
const complainsWithoutKey = ['claude', 'gemini', 'qwen'];

const { sandbox: wall } = await openSandbox({ mode: 'auto', root: tmpdir(), environment: process.env });
const sides = wall === undefined ? (['outside a sandbox'] as const) : (['outside a sandbox', 'in a sandbox'] as const);
const cases = agentProgramNames.flatMap((name) => sides.map((side) => [name, side] as const));

describe.each(cases)('the real %s %s', (name, side) => {
  let folder: string;
  let home: string;
  let root: string;
  let provider: MockProvider;
  let agent: ReturnType<typeof createCommandAgent>;
  /** Files of each copy when it was thrown away. */
  const leftInCopies: (readonly string[])[] = [];
  let copy: string;

  beforeAll(async () => {
    const binaries = await installAgent(name);
    folder = await mkdtemp(join(tmpdir(), `planwright-${name}-`));
    home = await mkdtemp(join(agentsFolder, 'home-'));
    [root, copy] = [join(folder, 'work'), join(folder, 'copy')];
    await cp(new URL('.', import.meta.url), root, { recursive: true });
    provider = await startMockProvider(name);
    const { env, model } = await agentHome(name, { home, url: provider.url, binaries });
    const mode = side === 'in a sandbox' ? 'on' : 'off';
    const { sandbox } = await openSandbox({ mode, root, environment: env });
    agent = createCommandAgent({ name, model, env, root, timeoutMs: 90_000, throwaway, sandbox });
  });

  afterAll(async () => {
    await agent.close();
    await provider.stop();
    await Promise.all([folder, home].map((path) => rm(path, { recursive: true, force: true, maxRetries: 3 })));
  });

  const throwaway = async (from: string) => {
    await cp(from, copy, { recursive: true });
    const dispose = async (): Promise<void> => {
      leftInCopies.push(await readdir(copy));
      await rm(copy, { recursive: true, force: true });
    };
    return { root: copy, dispose };
  };

  const ask = (says: string, changes: Partial<ModelRequest> = {}): Promise<ModelReply> => {
    const workplace = { root, access: 'writes', tools } as const;
    return agent.reply(
      aRequest({ system: 'You carry out a step.', says, tools: settlingTools, workplace, ...changes }),
      {
        signal,
      },
    );
  };

  it('carries a step out and ends it', async () => {
    const reply = await ask('Go. [mark-one]');
    expect(reply.text).toContain('I was told [mark-one].');
    expect(reply.toolCalls).toMatchObject([{ name: 'step_done', args: { answer: 'It is done.' } }]);
    expect(reply.session?.id).toMatch(/\w/);
    expect(reply.usage).toMatchObject({ inputTokens: 100, outputTokens: 10 });
  });

  it('writes a file where it may', async () => {
    const path = join(root, 'made.txt');
    await ask(`Go. [write ${path}]`);
    expect(existsSync(path)).toBe(true);
  });

  it('does not write it where it may only read, not even in its copy', async () => {
    const workplace = { root, access: 'reads', tools } as const;
    const reply = await ask(`Go. [write ${join(copy, 'refused.txt')}]`, { workplace });
    expect(reply.toolCalls).toMatchObject([{ name: 'step_done' }]);
    expect(leftInCopies.at(-1)).toContain('real-agents.spec.ts');
    expect(leftInCopies.at(-1)).not.toContain('refused.txt');
    expect(existsSync(copy)).toBe(false);
  });

  it.each(['reads', 'writes'] as const)(
    'goes on with its session in the next turn of a step that %s',
    async (access) => {
      const workplace = { root, access, tools } as const;
      const { text, toolCalls, session } = await ask('Go. [mark-one] [unsettled]', { workplace });
      expect(toolCalls).toEqual([]);
      const reply = await ask('', {
        workplace,
        turn: 2,
        messages: [
          { role: 'user', text: 'not told again' },
          { role: 'assistant', text, toolCalls, ...(session ? { session } : {}) },
          { role: 'user', text: 'End it. [mark-two]' },
        ],
      });
      expect(reply.text).toContain('I was told [mark-one] [mark-two].');
      expect(reply.session).toEqual(session);
      expect(reply.usage).toMatchObject({ inputTokens: 100, outputTokens: 10 });
    },
  );

  it('goes on from its parent’s session', async () => {
    const parent = await ask('Go. [mark-one]');
    const from = [{ label: 'E1', answer: 'an answer', session: parent.session }];
    const reply = await ask('Go. [mark-two]', { session: { strategy: 'resume', from } });
    expect(reply.text).toContain('I was told [mark-one] [mark-two].');
    expect(reply.session).toEqual(parent.session);
  });

  it('branches off its parent’s session, or is handed the answer', async () => {
    const parent = await ask('Go. [mark-one]');
    const from = [{ label: 'E1', answer: '[mark-answer]', session: parent.session }];
    const reply = await ask('Go. [mark-two]', { session: { strategy: 'fork', from } });
    const known = canFork.includes(name) ? '[mark-one] [mark-two]' : '[mark-answer] [mark-two]';
    expect(reply.text).toContain(`I was told ${known}.`);
    expect(reply.session?.id).not.toBe(parent.session?.id);
  });

  it('has failed when its provider refuses the key', async () => {
    const thrown: unknown = await ask('Go. [refuse]').catch((error: unknown) => error);
    expect(modelFailureOf(thrown)).toMatchObject({ kind: 'auth' });
    expect(String(thrown)).toContain('invalid key');
  });

  it.runIf(complainsWithoutKey.includes(name))('says that it is logged out', async () => {
    const binaries = await installAgent(name);
    const env = { PATH: `${binaries}:${process.env['PATH'] ?? ''}`, HOME: join(folder, 'nobody') };
    const loggedOut = createCommandAgent({ name, env, root, throwaway, timeoutMs: 90_000 });
    const thrown: unknown = await loggedOut.reply(aRequest(), { signal }).catch((error: unknown) => error);
    expect(modelFailureOf(thrown)).toMatchObject({ kind: 'auth' });
    expect(String(thrown)).toContain('it is not logged in');
  });
});
