import { expect, it } from 'vitest';
import { withoutSecrets } from './without-secrets.js';

it.each([
  ['our own key', 'bad: topsecret!', 'bad: [redacted]!'],
  ['what looks like a key', 'bad: sk-proj-abc_1234567890abcd', 'bad: [redacted]'],
])('hides %s', (_, text, shown) => {
  expect(withoutSecrets(text, 'topsecret')).toBe(shown);
});

it('is one short line', () => {
  expect(withoutSecrets('a\n\n  b', undefined)).toBe('a b');
  expect(withoutSecrets('x'.repeat(1_000), undefined)).toHaveLength(240);
});
