import { describe, expect, it } from 'vitest';
import { readSettlement, settlementInstructions } from './settlement.js';

describe('settlementInstructions', () => {
  it('shows objects that are read as what they are said to mean', () => {
    const [done, failed] = [...settlementInstructions().matchAll(/\{"step_.*?\}\}/g)].map(([text]) => text);
    expect(readSettlement(done!)).toEqual({ type: 'done', answer: '…' });
    expect(readSettlement(failed!)).toEqual({ type: 'failed', reason: '…', next: 'retry' });
  });
});

describe('readSettlement', () => {
  it('reads the object at the end of a message', () => {
    const message = 'I looked at src/a.ts.\n\n{"step_done": {"answer": "It is at src/a.ts:3.\\nSee there."}}';
    expect(readSettlement(message)).toEqual({ type: 'done', answer: 'It is at src/a.ts:3.\nSee there.' });
  });

  it('reads why a step failed and what should follow', () => {
    expect(readSettlement('{"step_failed": {"reason": "no such file", "next": "skip"}}')).toEqual({
      type: 'failed',
      reason: 'no such file',
      next: 'skip',
    });
    expect(readSettlement('{"step_failed": {"reason": "no such file"}}')).toEqual({
      type: 'failed',
      reason: 'no such file',
    });
  });

  it('keeps the reason when it does not know the word for what should follow', () => {
    expect(readSettlement('{"step_failed": {"reason": "broken", "next": "panic"}}')).toMatchObject({
      reason: 'broken',
    });
  });

  it.each([
    ['a fence', '```json\n{"step_done": {"answer": "ok"}}\n```'],
    ['a trailing comma', '{"step_done": {"answer": "ok",},}'],
    ['other quotes and no quotes', "{step_done: {'answer': 'ok'}}"],
    ['line breaks between the tokens', '{\n  "step_done": {\n    "answer": "ok"\n  }\n}'],
    ['a missing bracket', '{"step_done": {"answer": "ok"}'],
    ['the answer without its field', '{"step_done": "ok"}'],
    ['words behind it', '{"step_done": {"answer": "ok"}}\n\nThat is all.'],
  ])('tolerates %s', (_, message) => {
    expect(readSettlement(message)).toEqual({ type: 'done', answer: 'ok' });
  });

  it('takes the last of several', () => {
    const message = '{"step_done": {"answer": "first"}} No, wait. {"step_failed": {"reason": "second"}}';
    expect(readSettlement(message)).toMatchObject({ type: 'failed', reason: 'second' });
  });

  it('does not take an object that stands in the text of an answer', () => {
    const message = `{"step_done": {"answer": "I would end with {'step_done': {'answer': 'inner'}} here"}}`;
    expect(readSettlement(message)).toMatchObject({
      answer: "I would end with {'step_done': {'answer': 'inner'}} here",
    });
  });

  it.each([
    ['nothing', '', /does not end with/],
    ['prose', 'I am done: step_done.', /does not end with/],
    ['other JSON', '{"answer": "ok"}', /does not end with/],
    ['an empty answer', '{"step_done": {"answer": "  "}}', /step_done needs "answer"/],
    ['an answer that is no text', '{"step_done": {"answer": 7}}', /step_done needs "answer"/],
    ['no reason', '{"step_failed": {"next": "retry"}}', /step_failed needs "reason"/],
    ['a text without end', '{"step_done": {"answer": "ok', /cannot be read/],
  ])('says what is wrong with %s', (_, message, problem) => {
    const settlement = readSettlement(message);
    expect(settlement).toMatchObject({ type: 'none', problem: expect.stringMatching(problem) as unknown });
  });

  it.each([
    ['open objects', '{"step_done": '],
    ['open texts', '{"step_done": {"answer": "'],
    ['brackets', '{'],
    ['brackets and space', '{ \n'],
  ])('is not held up by 10 MB of %s', (_, piece) => {
    expect(readSettlement(piece.repeat(10_000_000 / piece.length))).toMatchObject({ type: 'none' });
  });

  it('finds the settlement at the end of 10 MB of prose', () => {
    const message = `${'A line about {braces} and "quotes".\n'.repeat(300_000)}{"step_done": {"answer": "ok"}}`;
    expect(readSettlement(message)).toEqual({ type: 'done', answer: 'ok' });
  });
});
