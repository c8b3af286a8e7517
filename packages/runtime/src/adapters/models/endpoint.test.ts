import { describe, expect, it } from 'vitest';
import { endpointOf } from './endpoint.js';

const groq = { provider: 'compatible', url: 'https://api.groq.com/openai/v1', model: 'm' } as const;
const mine = { provider: 'compatible', url: 'http://127.0.0.1:1234', model: 'm' } as const;
const both = { GROQ_API_KEY: 'of groq', PLANWRIGHT_COMPATIBLE_API_KEY: 'of all others' };

describe('where a compatible server gets its key from', () => {
  it('is its own variable where it has one, so that two can be used side by side', () => {
    expect(endpointOf(groq, { env: both })).toMatchObject({ key: 'of groq', keyVariable: 'GROQ_API_KEY' });
    expect(endpointOf(mine, { env: both })).toEqual({
      ...{ url: 'http://127.0.0.1:1234/v1', key: 'of all others', keyVariable: 'PLANWRIGHT_COMPATIBLE_API_KEY' },
    });
  });

  it('is the one for all where its own is not set', () => {
    const env = { GROQ_API_KEY: ' ', PLANWRIGHT_COMPATIBLE_API_KEY: 'of all others' };
    expect(endpointOf(groq, { env })).toMatchObject({ key: 'of all others' });
    expect(endpointOf(groq, { env: {} })).toMatchObject({ key: undefined, keyVariable: 'GROQ_API_KEY' });
  });

  it('is none of them for a url that only looks like it', () => {
    const url = 'https://api.groq.com.evil.example/openai/v1';
    expect(endpointOf({ ...groq, url }, { env: { GROQ_API_KEY: 'of groq' } }).key).toBeUndefined();
  });
});
