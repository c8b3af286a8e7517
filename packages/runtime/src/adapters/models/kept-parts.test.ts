import { describe, expect, it } from 'vitest';
import { assistantContent, keepParts, type ReplyPart } from './kept-parts.js';

const parts: readonly ReplyPart[] = [
  { type: 'reasoning', text: 'Hm.', options: { openai: { itemId: 'rs_1', reasoningEncryptedContent: 'xyz' } } },
  { type: 'text', text: 'I read it.' },
  { type: 'tool-call', id: 'c1', options: { google: { thoughtSignature: 'abc' } } },
];
const toolCalls = [{ id: 'c1', name: 'read', args: { path: 'a' } }];
const provider = { by: 'openai:gpt-5', parts };
const plain = [
  { type: 'text', text: 'I read it.' },
  { type: 'tool-call', toolCallId: 'c1', toolName: 'read', input: { path: 'a' } },
];

describe('the parts of a reply', () => {
  it('are kept where they say more than the text and the calls', () => {
    expect(keepParts('m', parts)).toEqual({ by: 'm', parts });
    expect(keepParts('m', [{ type: 'text', text: 'Yes.' }])).toBeUndefined();
  });

  it('survive being stored as JSON and go back as they came', () => {
    const stored = JSON.parse(JSON.stringify(provider)) as typeof provider;
    const message = { role: 'assistant', text: 'I read it.', toolCalls, provider: stored } as const;
    expect(assistantContent(message, 'openai:gpt-5')).toEqual([
      { type: 'reasoning', text: 'Hm.', providerOptions: parts[0]!.options },
      { type: 'text', text: 'I read it.' },
      { ...plain[1], providerOptions: parts[2]!.options },
    ]);
  });

  it.each([
    ['another model', { text: 'I read it.', toolCalls, provider }, 'openai:gpt-6'],
    ['a text that was shortened since', { text: 'I read it.', toolCalls, provider: { by: 'm', parts: [] } }, 'm'],
    ['something that is not ours', { text: 'I read it.', toolCalls, provider: { by: 3 } }, 'm'],
    ['nothing kept', { text: 'I read it.', toolCalls }, 'm'],
  ])('stay away with %s', (_, message, by) => {
    expect(assistantContent({ role: 'assistant', ...message }, by)).toEqual(plain);
  });
});
