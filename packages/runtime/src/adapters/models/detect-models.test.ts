import { chmod } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { parseModelChain } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import { aProject } from '../../testing/temporary-project.js';
import { type DetectedModels, detectModels } from './detect-models.js';
import { aFaultServer } from './testing/fault-server.js';

const nothing = { env: {}, servers: [] };

/** A folder with programs of these names in it. */
async function aFolderWith(...programs: string[]): Promise<string> {
  const folder = await aProject(Object.fromEntries(programs.map((name) => [name, '#!/bin/sh\nexit 1\n'])));
  for (const name of programs) await chmod(join(folder, name), 0o755);
  return folder;
}

function foundIn({ models }: DetectedModels): readonly string[] {
  return models.filter(({ found }) => found).map(({ name }) => name);
}

describe('what is found when nothing is set', () => {
  it('is offline on a machine with nothing, and says so', async () => {
    const detected = await detectModels({ ...nothing, root: await aProject() });
    expect(detected.chain).toBe('offline');
    expect(detected.because).toBe('no key, no agent program and no model server was found');
    expect(foundIn(detected)).toEqual(['offline']);
    expect(detected.models).toContainEqual({
      name: expect.stringMatching(/^google:/) as string,
      found: false,
      because: 'GOOGLE_GENERATIVE_AI_API_KEY or GEMINI_API_KEY is not set',
      chosen: false,
    });
  });

  it.each([
    ['ANTHROPIC_API_KEY', 'anthropic:'],
    ['OPENAI_API_KEY', 'openai:'],
    ['GOOGLE_GENERATIVE_AI_API_KEY', 'google:'],
    ['GEMINI_API_KEY', 'google:'],
    ['XAI_API_KEY', 'xai:'],
  ])('is a provider by its key: %s', async (variable, start) => {
    const detected = await detectModels({ env: { [variable]: 'secret-1' }, servers: [], root: await aProject() });
    expect(detected.chain.startsWith(start)).toBe(true);
    expect(parseModelChain(detected.chain).ok).toBe(true);
    expect(detected.because).toBe(`${variable} is set`);
    expect(JSON.stringify(detected)).not.toContain('secret-1');
  });

  it('leaves a key alone that is set to nothing', async () => {
    const detected = await detectModels({ env: { OPENAI_API_KEY: ' ' }, servers: [], root: await aProject() });
    expect(detected.chain).toBe('offline');
  });

  it('is an agent program on PATH, in the order of preference, without running it', async () => {
    const folder = await aFolderWith('codex', 'claude');
    const detected = await detectModels({ env: { PATH: folder }, servers: [], root: await aProject() });
    expect(foundIn(detected)).toEqual(['command:claude', 'command:codex', 'offline']);
    expect(detected.chain).toBe('command:claude');
  });

  it('is no program of the project itself, nor one by a relative path, nor one that may not be run', async () => {
    const root = await aFolderWith('claude');
    const inert = await aProject({ gemini: 'text' });
    const path = [root, '.', '', inert].join(delimiter);
    expect((await detectModels({ env: { PATH: path }, servers: [], root })).chain).toBe('offline');
  });

  it('is a server on loopback with its models, without those that only embed or cannot be named', async () => {
    const list = ['nomic-embed-text', 'a, b', 'qwen3:8b', 'llama3.2'].map((id) => ({ id }));
    const { url } = await aFaultServer((response) => response.end(JSON.stringify({ data: list })));
    const servers = [{ title: 'Ollama', url: `${url}/v1` }];
    const detected = await detectModels({ env: {}, servers, root: await aProject() });
    expect(detected.chain).toBe(`compatible:${url}/v1#qwen3:8b`);
    expect(detected.because).toBe(`Ollama at ${url}/v1 has qwen3:8b, llama3.2`);
    expect(parseModelChain(detected.chain).ok).toBe(true);
  });

  it.each([
    ['lists nothing', '{"data":[]}', 200],
    ['is something else', '<html>hello</html>', 200],
    ['refuses', '{"data":[{"id":"m"}]}', 401],
  ])('is no server that %s', async (_, body, status) => {
    const { url } = await aFaultServer((response) => response.writeHead(status).end(body));
    const detected = await detectModels({ env: {}, servers: [{ title: 'S', url }], root: await aProject() });
    expect(detected.chain).toBe('offline');
  });

  it('is no server that says nothing, and none that sends us elsewhere', async () => {
    const other = await aFaultServer((response) => response.end('{"data":[{"id":"m"}]}'));
    const silent = await aFaultServer(() => undefined);
    const sending = await aFaultServer((response) => response.writeHead(302, { location: other.url }).end());
    const servers = [silent, sending].map(({ url }) => ({ title: 'S', url }));
    expect((await detectModels({ env: {}, servers, root: await aProject() })).chain).toBe('offline');
    expect(other.bodies).toEqual([]);
  });

  it('prefers a key to a program and a program to a server, and chooses one', async () => {
    const { url } = await aFaultServer((response) => response.end('{"data":[{"id":"m"}]}'));
    const env = { PATH: await aFolderWith('qwen'), XAI_API_KEY: 'k' };
    const detected = await detectModels({ env, servers: [{ title: 'S', url }], root: await aProject() });
    expect(foundIn(detected).map((name) => name.split(':')[0])).toEqual(['xai', 'command', 'compatible', 'offline']);
    expect(detected.models.filter(({ chosen }) => chosen)).toHaveLength(1);
  });
});
