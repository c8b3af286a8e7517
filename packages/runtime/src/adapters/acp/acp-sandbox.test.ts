import { mkdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import type { ModelReply } from '../../ports/model.js';
import { aRequest } from '../../testing/a-request.js';
import { aProject } from '../../testing/temporary-project.js';
import type { Sandbox, SandboxPlace } from '../sandbox/sandbox.js';
import { aSandbox, describeSandboxed } from '../sandbox/testing/a-sandbox.js';
import { type AgentScript, aScriptedAgent, toolsThat } from './testing/a-scripted-agent.js';

const { signal } = new AbortController();
const { tools } = toolsThat(() => ({ ok: true, text: '' }));
const repository = fileURLToPath(new URL('../../../../../', import.meta.url));

type Scene = {
  readonly root: string;
  readonly home: string;
  /** Where it was confined to, in order. */
  readonly places: readonly SandboxPlace[];
  readonly turn: (access: 'reads' | 'writes', place?: string) => Promise<ModelReply>;
};

async function aScene(script: (root: string, home: string) => AgentScript): Promise<Scene> {
  const [root, home] = [await aProject({ file: 'old' }), await aProject({ '.ssh/id_rsa': 'secret' })];
  await mkdir(join(home, '.agent'));
  const sandbox = aSandbox(home, { readable: [repository] });
  const places: SandboxPlace[] = [];
  const watched: Sandbox = { at: (place) => sandbox.at(places[places.push(place) - 1]!) };
  const agent = aScriptedAgent(script(root, home), { root, sandbox: watched, folders: ['~/.agent'] });
  const turn: Scene['turn'] = (access, place = root) =>
    agent.reply(aRequest({ workplace: { root: place, access, tools } }), { signal });
  return { root, home, places, turn };
}

const alone = (asked: object): AgentScript => ({ turns: [[{ alone: asked }]] });

describeSandboxed('an ACP agent in a sandbox', () => {
  it('writes by itself in the step’s folder and to its sign-in, and nowhere else', async () => {
    const other = await aProject({ file: 'old' });
    const { root, home, turn } = await aScene((place, own) =>
      alone({ write: [join(place, 'made'), join(own, '.agent/session'), join(other, 'file'), '/etc/planwright'] }),
    );
    const { text } = await turn('writes');
    expect(JSON.parse(text)).toMatchObject({ wrote: ['written', 'written', 'ENOENT', 'EROFS'] });
    expect(await readFile(join(root, 'made'), 'utf8')).toBe('new');
    expect(await readFile(join(home, '.agent/session'), 'utf8')).toBe('new');
    expect(await readFile(join(other, 'file'), 'utf8')).toBe('old');
  });

  it('cannot write the project while it may only read: its walls are those of the copy', async () => {
    const { root, turn } = await aScene((place) => alone({ write: [join(place, 'file')] }));
    expect(JSON.parse((await turn('reads')).text)).toEqual({ wrote: ['ENOENT'] });
    expect(await readFile(join(root, 'file'), 'utf8')).toBe('old');
  });

  it('reaches the network, where its model is', async () => {
    const server = createServer((_, response) => response.end('reached'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`;
    const { turn } = await aScene(() => alone({ fetch: url }));
    expect(JSON.parse((await turn('writes')).text)).toMatchObject({ fetched: 'reached' });
  });

  it('is started anew for each turn, each with the walls of its own place', async () => {
    const [other, scene] = [await aProject(), await aScene(() => ({ turns: [[{ say: 'here' }]] }))];
    expect((await scene.turn('writes')).text).toBe('here');
    expect((await scene.turn('writes', other)).text).toBe('here');
    expect(scene.places.map(({ root }) => root)).toEqual([scene.root, other]);
  });

  it('that is not installed is missing, as outside', async () => {
    const root = await aProject();
    const agent = aScriptedAgent({}, { root, argv: ['planwright-no-such-agent'], sandbox: aSandbox(await aProject()) });
    await expect(agent.reply(aRequest(), { signal })).rejects.toThrow(/planwright-no-such-agent/);
  });
});

it('does without where there is no sandbox', async () => {
  const nothing: Sandbox = { at: () => Promise.resolve(undefined) };
  const agent = aScriptedAgent({ turns: [[{ say: 'here' }]] }, { root: await aProject(), sandbox: nothing });
  expect((await agent.reply(aRequest(), { signal })).text).toBe('here');
});
