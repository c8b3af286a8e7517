import { describe, expect, it } from 'vitest';
import type { ModelMessage } from './ports/model.js';
import { trimMessages } from './trim-messages.js';

const plan: ModelMessage = { role: 'user', text: 'the plan '.repeat(200) };
const result = (text: string): ModelMessage => ({ role: 'tool', callId: 'c', name: 'read', text, ok: true });
const long = 'x'.repeat(5_000);

describe('trimMessages', () => {
  it('leaves what fits alone', () => {
    const messages = [plan, result(long)];
    expect(trimMessages(messages)).toEqual(messages);
  });

  it('shortens the oldest results first and says so', () => {
    const messages = [plan, ...Array.from({ length: 10 }, () => result(long))];
    const trimmed = trimMessages(messages, 45_000);
    expect(trimmed[1]?.text).toContain('were left out to make room');
    expect(trimmed[4]).toEqual(messages[4]);
  });

  it('never touches the plan, the latest results or what the model said', () => {
    const said: ModelMessage = { role: 'assistant', text: long, toolCalls: [] };
    const messages = [plan, said, ...Array.from({ length: 10 }, () => result(long))];
    const trimmed = trimMessages(messages, 100);
    expect(trimmed[0]).toEqual(plan);
    expect(trimmed[1]).toEqual(said);
    expect(trimmed.slice(-6)).toEqual(messages.slice(-6));
  });

  it('keeps every message in its place, so that each call still has its result', () => {
    const messages = [plan, ...Array.from({ length: 30 }, () => result(long))];
    expect(trimMessages(messages, 100)).toHaveLength(messages.length);
  });
});
