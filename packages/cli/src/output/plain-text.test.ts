import { describe, expect, it } from 'vitest';
import { plainLine, plainText } from './plain-text.js';

describe('plainText', () => {
  it.each([
    ['colours', '\u001b[1;31mred\u001b[0m', 'red'],
    ['cursor movement', 'a\u001b[2Jb\u001b[10;10Hc', 'abc'],
    ['a window title', '\u001b]0;owned\u0007text', 'text'],
    ['a link', '\u001b]8;;https://evil.example\u001b\\click\u001b]8;;\u001b\\', 'click'],
    ['a device string', '\u001bPq#0\u001b\\text', 'text'],
    ['a full reset', 'a\u001bcb', 'ab'],
    ['a character set switch', 'a\u001b(0b', 'ab'],
    ['C1 controls', '\u009b31mred\u009d0;t\u0007!', 'red!'],
    ['bells, backspaces and nulls', 'a\u0007b\u0008c\u0000d\u007fe', 'abcde'],
    ['a sequence without an end', 'a\u001b]0;no end', 'a0;no end'],
    ['text that runs backwards', 'abc\u202edef\u202c', 'abcdef'],
    ['zero-width characters', 'a\u200bb\ufeffc', 'abc'],
  ])('takes out %s', (_what, text, plain) => {
    expect(plainText(text)).toBe(plain);
  });

  it('keeps lines, whatever ends them, and spaces tabs', () => {
    expect(plainText('a\r\nb\rc\n\td\u2028e')).toBe('a\nb\nc\n  d\ne');
  });

  it('keeps what people write in', () => {
    const text = 'Zażółć 日本語 👩‍👩‍👧 é ✓';
    expect(plainText(text)).toBe(text);
  });

  it('leaves no way back to an escape by taking something out of its middle', () => {
    expect(plainText('\u001b\u0000[31mx\u001b\u001b[0m[31m')).not.toContain('\u001b');
  });
});

describe('plainLine', () => {
  it('is one line without space at its ends', () => {
    expect(plainLine('  a\n\n b\t\u001b[0mc \r\n')).toBe('a b c');
  });
});
