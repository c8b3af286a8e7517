import { describe, expect, it } from 'vitest';
import { createRedactor, secretValues } from './redact.js';
import { showArgs } from './show-args.js';

const redact = createRedactor(['correct-horse-battery', 'short']);

describe('createRedactor', () => {
  it('removes the values it was given, but none that may be an ordinary word', () => {
    expect(redact('it is correct-horse-battery, in short')).toBe('it is [redacted], in short');
  });

  it.each([
    ['sk-ant-api03-abcdefghijklmnop', '[redacted]'],
    ['ghp_0123456789abcdefghijABCD', '[redacted]'],
    ['AKIAIOSFODNN7EXAMPLE', '[redacted]'],
    ['Authorization: Bearer abc.def-123', 'Authorization: Bearer [redacted]'],
    ['https://me:hunter22@host/x', 'https://me:[redacted]@host/x'],
    ['API_KEY=abcdef123', 'API_KEY=[redacted]'],
    ['{"password":"hunter22"}', '{"password":"[redacted]"}'],
    ['eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0dXJl', '[redacted]'],
    ['-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----', '[redacted]'],
  ])('removes what looks like a secret from %s', (text, expected) => {
    expect(redact(text)).toBe(expected);
  });

  it('leaves ordinary text alone', () => {
    const text = 'read src/token.ts; the keyboard passes; git log --oneline 0123abcd';
    expect(redact(text)).toBe(text);
  });
});

describe('secretValues', () => {
  it('takes the values of variables whose names look secret', () => {
    const environment = {
      MY_API_KEY: 'abcdefgh',
      PATH: '/bin:/usr/bin',
      DB_PASSWORD: 'hunter22',
      A_TOKEN: 'x',
      SECRET: undefined,
    };
    expect(secretValues(environment)).toEqual(['abcdefgh', 'hunter22']);
  });
});

describe('showArgs', () => {
  it('shows arguments without secrets, also where a secret would be cut', () => {
    const shown = showArgs({ content: `${'x'.repeat(195)}correct-horse-battery` }, redact);
    expect(shown).toBe(`{"content":"${'x'.repeat(195)}[reda… (205 characters)"}`);
    expect(showArgs({ token: 'abcdefgh' }, redact)).toBe('{"token":"[redacted]"}');
  });

  it('shortens long texts and long lists', () => {
    expect(showArgs({ content: 'x'.repeat(5000) }, redact)).toContain('… (5000 characters)');
    expect(showArgs({ list: Array.from({ length: 5000 }, () => 'abc') }, redact).length).toBeLessThan(1100);
  });
});
