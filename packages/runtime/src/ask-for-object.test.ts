import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createScriptedModel } from './adapters/scripted-model.js';
import { askForObject } from './ask-for-object.js';
import type { Model, ModelRequest } from './ports/model.js';
import { aRequest } from './testing/a-request.js';

const verdict = z.strictObject({ verdict: z.enum(['submit', 'restart']), reasons: z.array(z.string()) });
const signal = new AbortController().signal;
const good = '{"verdict":"submit","reasons":["it works"]}';

function replying(...texts: string[]): Model & { readonly requests: ModelRequest[] } {
  const requests: ModelRequest[] = [];
  const replies = texts.map((text) => ({ text, usage: { inputTokens: 10, outputTokens: 1 } }));
  const scripted = createScriptedModel({ replies }, { name: 'judge' });
  return {
    name: 'judge',
    requests,
    reply: (request, options) => {
      requests.push(request);
      return scripted.reply(request, options);
    },
  };
}

describe('asking a model for an object', () => {
  it('sends the schema along and gives the value', async () => {
    const model = replying(good);
    const { value } = await askForObject(model, aRequest(), verdict, { signal, name: 'verdict' });
    expect(value).toEqual({ verdict: 'submit', reasons: ['it works'] });
    expect(model.requests[0]?.output).toMatchObject({
      name: 'verdict',
      schema: { type: 'object', required: ['verdict', 'reasons'], additionalProperties: false },
    });
  });

  it.each([
    ['in a fence', `Here you are:\n\`\`\`json\n${good}\n\`\`\`\nAnything else?`],
    ['behind its reasoning', `<think>maybe {"verdict":"restart"}</think>${good}`],
    ['with a trailing comma', '{"verdict":"submit","reasons":["it works",],}'],
    ['behind an object that does not fit', `{"note":"draft"} ${good}`],
  ])('reads it %s', async (_, text) => {
    const { value } = await askForObject(replying(text), aRequest(), verdict, { signal });
    expect(value).toEqual({ verdict: 'submit', reasons: ['it works'] });
  });

  it('asks again with the problems, and counts the tokens of every reply', async () => {
    const model = replying('{"verdict":"maybe","reasons":[1]}', good);
    const { value, usage } = await askForObject(model, aRequest({ says: 'judge it' }), verdict, { signal });
    expect(value.verdict).toBe('submit');
    expect(usage).toEqual({ inputTokens: 20, outputTokens: 2 });
    const second = model.requests[1]!.messages;
    expect(second).toHaveLength(3);
    expect(second[1]).toMatchObject({ role: 'assistant', text: '{"verdict":"maybe","reasons":[1]}' });
    expect(second[2]).toMatchObject({
      role: 'user',
      text: expect.stringMatching(/- verdict: .*\n- reasons\[0\]: /) as string,
    });
  });

  it.each([
    ['nothing', '', 'the reply is empty'],
    ['no object', 'I would say submit.', 'no JSON object that can be read'],
    ['an object that is cut off', 'So: {"verdict":"submit","reasons":["it wor"', 'ends before it is complete'],
    ['a field twice', `x {"verdict":"submit","verdict":"restart","reasons":[]}`, '"verdict" is there twice'],
    ['a list', '[1, 2]', 'expected object'],
  ])('tells a model that replied with %s what was wrong', async (_, text, problem) => {
    const model = replying(text, good);
    await askForObject(model, aRequest(), verdict, { signal });
    expect(model.requests[1]!.messages.at(-1)).toMatchObject({ text: expect.stringContaining(problem) as string });
  });

  it('gives up after three replies in the wrong schema, with the reason', async () => {
    const model = replying('{}', '{}', '{"verdict":"no"}', good);
    await expect(askForObject(model, aRequest(), verdict, { signal })).rejects.toMatchObject({
      code: 'model-reply-unreadable',
      message: expect.stringMatching(/^judge replied 3 times without .*verdict: /) as string,
    });
    expect(model.requests).toHaveLength(3);
  });

  it('gives failures of the model on', async () => {
    const model = createScriptedModel({ replies: [{ error: { status: 401, message: 'no key' } }] });
    await expect(askForObject(model, aRequest(), verdict, { signal })).rejects.toThrow('no key');
  });
});
