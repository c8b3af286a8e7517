import { describe, expect, it } from 'vitest';
import { createFrames } from './frames.js';
import { createEmulatedTerminal } from './testing/emulated-terminal.js';

describe('createFrames', () => {
  it('draws each write as a whole frame over the last', async () => {
    const terminal = createEmulatedTerminal(40, 10);
    const frames = createFrames(terminal);
    frames.open();
    frames.stream.write('one\ntwo\nthree');
    frames.stream.write('one\n2');
    frames.stream.write('\n');
    expect(await terminal.screen()).toEqual(['one', '2']);
  });

  it('cuts a frame that is higher than the terminal, so that the history stays whole', async () => {
    const terminal = createEmulatedTerminal(40, 5);
    terminal.write('$ planwright\n');
    const frames = createFrames(terminal);
    frames.open();
    for (const first of ['a', 'b', 'c']) frames.stream.write(`${first}\n1\n2\n3\n4\n5\n6`);
    expect(await terminal.history()).toEqual(['$ planwright', 'c', '1', '2', '3']);
  });

  it('draws afresh after the terminal changed its size', async () => {
    const terminal = createEmulatedTerminal(40, 10);
    const frames = createFrames(terminal);
    frames.open();
    frames.stream.write('a line of some thirty characters\nand another');
    await terminal.screen();
    terminal.resize(20, 10);
    frames.resized();
    frames.stream.write('a line\nand another');
    expect(await terminal.history()).toEqual(['a line', 'and another']);
  });

  it('draws nothing before it is opened or after it is closed, and gives the cursor back once', () => {
    const written: string[] = [];
    const frames = createFrames({ size: () => ({ columns: 80, rows: 24 }), write: (text) => written.push(text) });
    frames.stream.write('too early');
    frames.open();
    frames.stream.write('frame');
    frames.close();
    frames.close();
    frames.stream.write('too late');
    frames.resized();
    expect(written.join('')).not.toContain('too');
    expect(written.filter((text) => text === '\u001b[?25h')).toHaveLength(1);
    expect(written.at(-1)).toBe('\u001b[?25h');
  });
});
