import { describe, expect, it } from 'vitest';
import { ownKeyVariable } from './hosted-servers.js';

describe('the key of a server', () => {
  it.each([
    ['https://api.groq.com/openai/v1', 'GROQ_API_KEY'],
    [' HTTPS://API.Groq.com:443', 'GROQ_API_KEY'],
    ['https://mine.openai.azure.com/openai/v1', 'AZURE_OPENAI_API_KEY'],
  ])('of %s is in %s', (url, variable) => {
    expect(ownKeyVariable(url)).toBe(variable);
  });

  it.each([
    'http://api.groq.com/openai/v1',
    'https://api.groq.com:8443/openai/v1',
    'https://api.groq.com.evil.example/openai/v1',
    'https://api.groq.com@evil.example/openai/v1',
    'https://evil.example/api.groq.com',
    'https://openai.azure.com.evil.example',
    'https://constructor/v1',
    'api.groq.com',
  ])('goes to no other: %s', (url) => {
    expect(ownKeyVariable(url)).toBeUndefined();
  });
});
