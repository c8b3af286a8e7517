import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { modelError } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Caller, Cassette } from '../../ports/cassette.js';
import type { Commands } from '../../ports/commands.js';
import type { Model } from '../../ports/model.js';
import type { Tools } from '../../ports/tools.js';
import { aRequest } from '../../testing/a-request.js';
import { aProject } from '../../testing/temporary-project.js';
import { createScriptedModel } from '../scripted-model.js';
import { openCassetteFile } from './cassette-file.js';
import { type Recording, recordingSchema } from './cassette-schema.js';
import { playCassette } from './play-cassette.js';
import { recordCassette } from './record-cassette.js';

const { signal } = new AbortController();
const redact = (text: string): string => text.replaceAll('sk-secret', '[redacted]');
const caller: Caller = { phase: 'execute', agent: 'search', label: 'E1', try: 1 };

const tools: Tools = {
  specs: [{ name: 'read', description: 'reads', parameters: { type: 'object' } }],
  class: 'reads',
  call: async ({ args }) => ({ ok: true, text: `content of ${String(args.path)}: sk-secret` }),
};

const commands: Commands = {
  run: async () => ({ type: 'exited', code: 0, output: 'fine', durationMs: 3 }),
};

/** What a cassette file holds after `work` with a recorder on it. */
async function recorded(
  work: (cassette: Cassette) => Promise<unknown>,
): Promise<Recording & { readonly text: string }> {
  const file = join(await aProject(), 'run.yaml');
  await work(recordCassette({ keep: openCassetteFile(file), redact }));
  const text = await readFile(file, 'utf8');
  return { ...recordingSchema.parse(parse(text)), text };
}

const play = (recording: Recording): Cassette => playCassette(recording, { name: 'script:run.yaml', redact });
const unused: Model = { name: 'unused', reply: () => Promise.reject(new Error('nobody is asked in a replay')) };
const noTools: Tools = { specs: [], class: 'reads', call: () => Promise.reject(new Error('nothing is carried out')) };

describe('a recording', () => {
  it('gives every reply, tool result and command back without model, tools or commands', async () => {
    const recording = await recorded(async (cassette) => {
      const model = cassette.model(
        createScriptedModel({ replies: [{ text: 'one' }, { text: 'two', usage: { inputTokens: 7 } }] }),
      );
      await model.reply(aRequest({ says: 'first' }), { signal });
      await model.reply(aRequest({ says: 'second', turn: 2 }), { signal });
      await cassette.tools(tools, caller).call({ id: 'c1', name: 'read', args: { path: 'a.ts' } }, signal);
      await cassette.commands(commands).run('npm test', { approved: ['npm test'], signal, step: 'E1:1' });
    });
    const player = play(recording);
    const model = player.model(unused);
    expect(await model.reply(aRequest({ says: 'first' }), { signal })).toMatchObject({ text: 'one' });
    expect(await model.reply(aRequest({ says: 'second', turn: 2 }), { signal })).toMatchObject({
      text: 'two',
      usage: { inputTokens: 7 },
    });
    const given = player.tools(noTools, caller);
    expect(given).toMatchObject({ specs: tools.specs, class: 'reads' });
    expect(await given.call({ id: 'c1', name: 'read', args: {} }, signal)).toEqual({
      ok: true,
      text: 'content of a.ts: [redacted]',
    });
    expect(await player.commands(commands).run('npm test', { approved: [], signal, step: 'E1:1' })).toMatchObject({
      output: 'fine',
    });
  });

  it('holds no secret, and plays back where the secret is another', async () => {
    const recording = await recorded((cassette) =>
      cassette
        .model(createScriptedModel({ replies: [{ text: 'your key is sk-secret' }] }))
        .reply(aRequest({ says: 'key sk-secret' }), { signal }),
    );
    expect(recording.text).not.toContain('sk-secret');
    const player = playCassette(recording, { name: 's', redact: (text) => text.replaceAll('sk-other', '[redacted]') });
    expect(await player.model(unused).reply(aRequest({ says: 'key sk-other' }), { signal })).toMatchObject({
      text: 'your key is [redacted]',
    });
  });

  it('gives failures and notices back too', async () => {
    const failing: Model = {
      name: 'failing',
      reply: async (_request, { onNotice }) => {
        onNotice?.({ type: 'model-replaced', from: 'a', to: 'b', failure: 'server', reason: 'down' });
        throw modelError({ kind: 'server', model: 'b', message: 'down too', status: 500 });
      },
    };
    const recording = await recorded((cassette) =>
      cassette
        .model(failing)
        .reply(aRequest(), { signal })
        .catch(() => undefined),
    );
    const notices: unknown[] = [];
    const replay = play(recording)
      .model(unused)
      .reply(aRequest(), { signal, onNotice: (notice) => notices.push(notice) });
    await expect(replay).rejects.toMatchObject({
      code: 'model-unavailable',
      message: 'down too',
      details: { status: 500 },
    });
    expect(notices).toMatchObject([{ type: 'model-replaced', to: 'b' }]);
  });

  it('keeps steps that ran side by side apart', async () => {
    const model = createScriptedModel({ otherwise: { text: 'x' } });
    const recording = await recorded(async (cassette) => {
      const asked = cassette.model({
        name: 'm',
        reply: async (request, options) => ({ ...(await model.reply(request, options)), text: request.label ?? '' }),
      });
      await Promise.all(['E1', 'E2'].map((label) => asked.reply(aRequest({ label }), { signal })));
    });
    const player = play(recording).model(unused);
    expect(await player.reply(aRequest({ label: 'E2' }), { signal })).toMatchObject({ text: 'E2' });
    expect(await player.reply(aRequest({ label: 'E1' }), { signal })).toMatchObject({ text: 'E1' });
  });
});

describe('a replay that diverges', () => {
  const record = (says: string) =>
    recorded((cassette) =>
      cassette.model(createScriptedModel({ replies: [{ text: 'ok' }] })).reply(aRequest({ says }), { signal }),
    );

  it('stops at the first difference and shows it', async () => {
    const player = play(await record('line one\nthe file has 3 lines')).model(unused);
    await expect(player.reply(aRequest({ says: 'line one\nthe file has 4 lines' }), { signal })).rejects.toMatchObject({
      code: 'replay-diverged',
      message:
        'the run differs from script:run.yaml at E1, try 1, turn 1:\nrecorded: the file has 3 lines\nfound:    the file has 4 lines',
    });
  });

  it('gives nothing more after it', async () => {
    const player = play(await record('as recorded')).model(unused);
    await player.reply(aRequest({ says: 'otherwise' }), { signal }).catch(() => undefined);
    await expect(player.reply(aRequest({ says: 'as recorded' }), { signal })).rejects.toMatchObject({
      code: 'replay-diverged',
    });
  });

  it('says so when nothing was recorded there', async () => {
    const player = play(await record('go')).model(unused);
    await expect(player.reply(aRequest({ label: 'E9' }), { signal })).rejects.toThrow(
      'at E9, try 1, turn 1:\nnothing was recorded',
    );
  });
});

describe('the file', () => {
  it('is added to when it is a recording', async () => {
    const file = join(await aProject(), 'deep', 'run.yaml');
    for (const text of ['one', 'two']) {
      const cassette = recordCassette({ keep: openCassetteFile(file), redact });
      await cassette.model(createScriptedModel({ replies: [{ text }] })).reply(aRequest({ label: text }), { signal });
    }
    expect(recordingSchema.parse(parse(await readFile(file, 'utf8'))).replies).toHaveLength(2);
  });

  it('is never overwritten when it is something else', async () => {
    const file = join(await aProject(), 'notes.txt');
    await writeFile(file, 'mine');
    expect(() => openCassetteFile(file)).toThrow(/exists and is no recording; name a file that does not exist yet/);
    expect(await readFile(file, 'utf8')).toBe('mine');
  });
});
