import { describe, expect, it } from 'vitest';
import { createOutput, type Output } from './output.js';
import { safeJson } from './safe-json.js';
import { renderStyles, style, wantsColour, withoutStyles } from './style.js';
import { cutToWidth, padToWidth, textWidth } from './text-width.js';

const output = (isTerminal: boolean, colour = false): { readonly out: Output; readonly written: () => string } => {
  let written = '';
  const sink = { isTerminal, columns: 80, write: (text: string) => void (written += text) };
  return {
    out: createOutput({ stdout: sink, stderr: sink, colour: { stdout: colour, stderr: colour } }),
    written: () => written,
  };
};

describe('what is written', () => {
  const hostile = 'a\u001b[2Jb\u001b]0;title\u0007c\u009b31md\re\u202ef\u0000';

  it('obeys nobody but us', () => {
    const { out, written } = output(true, true);
    out.print(`${style('red', 'ours')} ${hostile}`);
    expect(written()).toBe('\u001b[31mours\u001b[0m abcd\nef\n');
  });

  it('is without colours where they are not wanted', () => {
    const { out, written } = output(false);
    out.note(style('bold', 'note'));
    expect(written()).toBe('note\n');
  });

  it('has its sentences broken between words on a terminal, and whole elsewhere', () => {
    const sentence = 'word '.repeat(20).trim();
    const shown = output(true);
    shown.out.prose(sentence);
    expect(shown.written()).toBe(`${'word '.repeat(16).trim()}\n${'word '.repeat(4).trim()}\n`);
    const piped = output(false);
    piped.out.prose(sentence);
    expect(piped.written()).toBe(`${sentence}\n`);
  });

  it('is to the letter for other programs, and harmless on a terminal', () => {
    const piped = output(false);
    piped.out.document('a\tb\u001b[2J\n');
    expect(piped.written()).toBe('a\tb\u001b[2J\n');
    const shown = output(true);
    shown.out.document('a\u001b[2J');
    expect(shown.written()).toBe('a\n');
  });

  it('is JSON that reads back as it was', () => {
    const { out, written } = output(false);
    out.json({ hostile });
    expect(written().trim()).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
    expect(JSON.parse(written())).toEqual({ hostile });
    expect(safeJson({ a: '\u2028' })).toBe('{"a":"\\u2028"}');
  });
});

describe('colours', () => {
  it.each([
    [{}, true, true],
    [{}, false, false],
    [{ NO_COLOR: '1' }, true, false],
    [{ NO_COLOR: '' }, true, true],
    [{ FORCE_COLOR: '1' }, false, true],
    [{ FORCE_COLOR: '0' }, true, false],
    [{ NO_COLOR: '1', FORCE_COLOR: '1' }, true, false],
    [{ TERM: 'dumb' }, true, false],
  ])('%j on a terminal (%s): %s', (env, isTerminal, expected) => {
    expect(wantsColour(env, isTerminal)).toBe(expected);
  });

  it('are marks until they are written', () => {
    expect(withoutStyles(style('green', 'x'))).toBe('x');
    expect(renderStyles(style('green', 'x'), true)).toBe('\u001b[32mx\u001b[0m');
    expect(style('green', '')).toBe('');
  });
});

describe('widths', () => {
  it.each([
    ['plain', 5],
    ['naïve · ○', 9],
    ['日本語', 6],
    ['e\u0301', 1],
    ['👩‍👩‍👧', 2],
    [style('bold', 'x'), 1],
  ])('%j takes %i columns', (text, width) => {
    expect(textWidth(text)).toBe(width);
  });

  it('are kept when a text is cut or filled up', () => {
    expect(cutToWidth('a long title', 7)).toBe('a long…');
    expect(cutToWidth('日本語', 4)).toBe('日…');
    expect(cutToWidth('fits', 4)).toBe('fits');
    expect(cutToWidth('x', 0)).toBe('');
    expect(padToWidth('日', 4)).toBe('日  ');
  });
});
