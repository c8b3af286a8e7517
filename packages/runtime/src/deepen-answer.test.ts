import { modelError, type StepOutcome } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import { deepenAnswer, type Deepening } from './deepen-answer.js';
import type { Model, ModelReply, ModelRequest } from './ports/model.js';
import { anOrder } from './testing/an-order.js';

type Reply = unknown;

/** A model that answers with JSON, text or an error in turn, and keeps what it was asked. */
function aModel(...replies: readonly Reply[]): Model & { readonly requests: readonly ModelRequest[] } {
  const requests: ModelRequest[] = [];
  return {
    name: 'test',
    requests,
    reply: (request) => {
      const reply = replies[requests.length];
      requests.push(request);
      if (reply instanceof Error) return Promise.reject(reply);
      const text = typeof reply === 'string' ? reply : JSON.stringify(reply);
      return Promise.resolve<ModelReply>({ text, toolCalls: [], usage: { outputTokens: 10 } });
    },
  };
}

const draft = { type: 'done', answer: 'The limit is 3 (src/limit.ts:1).', usage: { outputTokens: 5 } } as const;
const down = modelError({ kind: 'server', model: 'test', message: 'it is down' });

function deepen(
  model: Model,
  switches: { readonly refine?: boolean; readonly verify?: boolean },
  more: Partial<Deepening> = {},
): Promise<StepOutcome> {
  const agent = { refine: false, verify: false, ...switches };
  return deepenAnswer(draft, { agent, order: anOrder(), model, signal: new AbortController().signal, ...more });
}

const said = ({ system, messages }: ModelRequest): string =>
  [system, ...messages.map((message) => message.text)].join('\n');

describe('an agent that neither refines nor verifies', () => {
  it('keeps its answer and asks nobody', async () => {
    const model = aModel();
    expect(await deepen(model, {})).toEqual(draft);
    expect(model.requests).toEqual([]);
  });
});

describe('a step that is not done', () => {
  it('is neither refined nor verified', async () => {
    const failed = { type: 'failed', error: down.info } as const;
    const model = aModel();
    const agent = { refine: true, verify: true };
    const { signal } = new AbortController();
    expect(await deepenAnswer(failed, { agent, order: anOrder(), model, signal })).toBe(failed);
    expect(model.requests).toEqual([]);
  });
});

describe('refine', () => {
  it('replaces the draft, says why, and adds what it cost', async () => {
    const model = aModel({ problems: ['It does not say what is limited.'], answer: 'Retries: 3 (src/limit.ts:1).' });
    expect(await deepen(model, { refine: true })).toEqual({
      ...draft,
      answer: 'Retries: 3 (src/limit.ts:1).',
      transcript: 'Refined, because:\n- It does not say what is limited.',
      usage: { outputTokens: 15 },
    });
    expect(model.requests[0]).toMatchObject({ agent: 'refiner', label: 'E1', phase: 'execute', effort: 'medium' });
  });

  it('keeps a draft without faults to the letter', async () => {
    const outcome = await deepen(aModel({ problems: [], answer: 'The limit is three.' }), { refine: true });
    expect(outcome).toMatchObject({ answer: draft.answer, transcript: 'Refined: no fault was found.' });
  });

  it('keeps the draft when the new text names a place that nobody saw', async () => {
    const outcome = await deepen(aModel({ problems: ['thin'], answer: '3 (src/limit.ts:1, src/other.ts:9).' }), {
      refine: true,
    });
    expect(outcome).toMatchObject({ answer: draft.answer });
    expect(outcome).toHaveProperty('transcript', expect.stringContaining('names what nobody saw: src/other.ts:9'));
  });

  it('asks again when the reply is no such object, and counts that too', async () => {
    const model = aModel('Sure!', { problems: ['thin'], answer: 'Three.' });
    expect(await deepen(model, { refine: true })).toMatchObject({ answer: 'Three.', usage: { outputTokens: 25 } });
  });

  it.each([
    ['cannot be reached', [down], 'it is down'],
    ['never replies with the object', ['a', 'b', 'c'], 'replied 3 times'],
  ])('keeps the draft when the model %s', async (_, replies, reason) => {
    const outcome = await deepen(aModel(...replies), { refine: true });
    expect(outcome).toMatchObject({ type: 'done', answer: draft.answer });
    expect(outcome).toHaveProperty('transcript', expect.stringContaining(`Not refined, the draft stands:`));
    expect(outcome).toHaveProperty('transcript', expect.stringContaining(reason));
  });

  it('is done by the helper that is given, with its own instructions', async () => {
    const model = aModel({ problems: [], answer: 'x' });
    const helperFor = (): ReturnType<NonNullable<Deepening['helperFor']>> => ({
      agent: { name: 'refiner', instructions: 'Be brief.', effort: 'max' },
      model,
    });
    await deepen(aModel(), { refine: true }, { helperFor });
    expect(model.requests[0]).toMatchObject({ effort: 'max', system: expect.stringMatching(/^Be brief\./) as unknown });
  });
});

describe('verify', () => {
  const questions = { questions: ['What is the retry limit?', 'Which file has it?'] };

  it('asks each question by itself, of somebody who sees neither the draft nor the other question', async () => {
    const model = aModel(questions, '3', 'src/limit.ts', { discrepancies: [], answer: null });
    await deepen(model, { verify: true });
    const [, first, second] = model.requests;
    for (const [request, own, other] of [
      [first!, questions.questions[0]!, questions.questions[1]!],
      [second!, questions.questions[1]!, questions.questions[0]!],
    ] as const) {
      expect(request.messages).toHaveLength(1);
      expect(said(request)).toContain(own);
      expect(said(request)).not.toContain(other);
      expect(said(request)).not.toContain(draft.answer);
    }
    expect(model.requests.map(({ turn }) => turn)).toEqual([1, 2, 3, 4]);
  });

  it('keeps a draft that nothing contradicts, with the questions in the transcript', async () => {
    const model = aModel(questions, '3', 'src/limit.ts', { discrepancies: [], answer: 'Something new.' });
    const outcome = await deepen(model, { verify: true });
    expect(outcome).toMatchObject({ answer: draft.answer, usage: { outputTokens: 45 } });
    expect(outcome).toHaveProperty('transcript', expect.stringContaining('- Which file has it?\nNothing contradicts'));
  });

  const discrepancies = [{ draft: 'The limit is 3.', found: 'It is 4.' }];

  it('takes the corrected answer, and says what was wrong', async () => {
    const model = aModel(questions, '4 (src/limit.ts:7)', 'src/limit.ts', {
      discrepancies,
      answer: 'The limit is 4 (src/limit.ts:7).',
    });
    const outcome = await deepen(model, { verify: true });
    expect(outcome).toMatchObject({ answer: 'The limit is 4 (src/limit.ts:7).' });
    expect(outcome).toHaveProperty('transcript', expect.stringContaining('The limit is 3. But: It is 4.'));
  });

  it.each([
    ['nobody could correct it', null],
    ['the correction names a place that nobody saw', 'The limit is 4 (src/made-up.ts:2).'],
  ])('keeps the draft with its doubts below it when %s', async (_, answer) => {
    const outcome = await deepen(aModel(questions, '4', 'not known', { discrepancies, answer }), { verify: true });
    expect(outcome).toMatchObject({
      answer: `${draft.answer}\n\nIn doubt, by an independent check:\n- It says: The limit is 3. But: It is 4.`,
    });
  });

  it.each([
    ['asking', [down]],
    ['answering', [questions, down, 'x']],
    ['comparing', [questions, 'a', 'b', down]],
  ])('keeps the draft when %s fails', async (_, replies) => {
    const outcome = await deepen(aModel(...replies), { verify: true });
    expect(outcome).toMatchObject({ type: 'done', answer: draft.answer });
    expect(outcome).toHaveProperty('transcript', 'Not verified, the draft stands: it is down');
  });

  it('looks answers up with tools where there are some; a look-up that fails is not known', async () => {
    const model = aModel(questions, { discrepancies: [], answer: null });
    const looked: string[] = [];
    const outcomes: StepOutcome[] = [
      { type: 'done', answer: 'It is 3.', usage: { outputTokens: 100 } },
      { type: 'failed', error: down.info },
    ];
    const outcome = await deepen(
      model,
      { verify: true },
      {
        lookUp: ({ message }) => Promise.resolve(outcomes[looked.push(message) - 1]!),
      },
    );
    expect(looked.join('\n')).not.toContain(draft.answer);
    expect(said(model.requests[1]!)).toContain('It is 3.');
    expect(said(model.requests[1]!)).toContain('not known');
    expect(outcome).toMatchObject({ usage: { outputTokens: 125 } });
  });
});

describe('both', () => {
  it('verifies what was refined', async () => {
    const model = aModel({ problems: ['thin'], answer: 'Refined text.' }, { questions: ['Is it so?'] }, 'yes', {
      discrepancies: [],
      answer: null,
    });
    expect(await deepen(model, { refine: true, verify: true })).toMatchObject({ answer: 'Refined text.' });
    expect(said(model.requests[1]!)).toContain('Refined text.');
  });
});

describe('stopping', () => {
  it('rejects with the signal’s reason, even of a model that does not listen', async () => {
    const stop = new AbortController();
    const model: Model = {
      name: 'deaf',
      reply: () => {
        stop.abort(new Error('stopped'));
        return new Promise<never>(() => undefined);
      },
    };
    await expect(deepen(model, { refine: true, verify: true }, { signal: stop.signal })).rejects.toThrow('stopped');
  });
});
