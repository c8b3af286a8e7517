import { describe, expect, it } from 'vitest';
import { callResultSchema, toolResult } from './tool-result-text.js';

const shown = (result: object): string => toolResult(callResultSchema.parse(result)).text;

describe('toolResult', () => {
  it('joins texts', () => {
    const text = (words: string): object => ({ type: 'text', text: words });
    expect(toolResult(callResultSchema.parse({ content: [text('one'), text('two')] }))).toEqual({
      ok: true,
      text: 'one\ntwo',
    });
  });

  it('shows structured content as JSON, once', () => {
    const structuredContent = { city: 'Oslo', degrees: 4 };
    expect(shown({ content: [], structuredContent })).toBe(JSON.stringify(structuredContent, null, 2));
    const repeated = { type: 'text', text: JSON.stringify(structuredContent) };
    expect(shown({ content: [repeated], structuredContent })).toBe(repeated.text);
    expect(shown({ content: [{ type: 'text', text: 'cold' }], structuredContent: { content: 'cold' } })).toBe('cold');
    expect(shown({ content: [{ type: 'text', text: 'cold' }], structuredContent })).toContain('"degrees": 4');
    expect(shown({ content: [], structuredContent: [1, 2] })).toBe(JSON.stringify([1, 2], null, 2));
  });

  it.each([
    [{ type: 'image', data: 'A'.repeat(400), mimeType: 'image/png' }, '(image, image/png, about 300 bytes; not shown)'],
    [{ type: 'audio', data: 'AAAA', mimeType: 'audio/wav' }, '(audio, audio/wav, about 3 bytes; not shown)'],
    [{ type: 'resource_link', uri: 'file:///a', name: 'a' }, '(a link to a: file:///a)'],
    [{ type: 'resource', resource: { uri: 'file:///a', text: 'hello' } }, '(file:///a)\nhello'],
    [
      { type: 'resource', resource: { uri: 'file:///a', mimeType: 'application/zip', blob: 'AAAA' } },
      '(file:///a, application/zip, about 3 bytes; not shown)',
    ],
    [{ type: 'hologram' }, '(a part of type "hologram"; not shown)'],
  ])('describes what is not text: %j', (part, text) => {
    expect(shown({ content: [part] })).toBe(text);
  });

  it('says that nothing came, and that the tool failed', () => {
    expect(toolResult(callResultSchema.parse({}))).toEqual({ ok: true, text: '(an empty result)' });
    expect(toolResult(callResultSchema.parse({ isError: true, content: [] })).ok).toBe(false);
  });
});
