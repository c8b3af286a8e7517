import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frameRemoval, frameUpdate } from './frame-update.js';
import { createEmulatedTerminal } from './testing/emulated-terminal.js';

describe('frameUpdate', () => {
  it('writes nothing when nothing changed, and only the lines that did', () => {
    expect(frameUpdate(['a', 'b'], ['a', 'b'])).toBe('');
    const update = frameUpdate(['head', 'one', 'two', 'foot'], ['head', 'one', 'TWO', 'foot']);
    expect(update).toContain('TWO');
    expect(update).not.toMatch(/head|one|foot/);
  });

  it('leaves exactly the last of any number of frames, below what was there before', async () => {
    const line = fc.constantFrom('', 'a', 'b', '\u001b[31mred\u001b[39m', 'as wide as it may be');
    const frame = fc.array(line, { minLength: 1, maxLength: 9 });
    await fc.assert(
      fc.asyncProperty(fc.array(frame, { minLength: 1, maxLength: 6 }), fc.nat(12), async (frames, above) => {
        const terminal = createEmulatedTerminal(21, 10);
        const before = Array.from({ length: above }, (_, index) => `line ${index}`);
        terminal.write(before.map((text) => `${text}\n`).join(''));
        let shown: readonly string[] = [];
        for (const next of frames) {
          terminal.write(frameUpdate(shown, next));
          shown = next;
        }
        terminal.write('after');
        const plain = shown.map((text) => text.replace(/\u001b\[\d+m/g, ''));
        expect(await terminal.history()).toEqual([...before, ...plain, 'after']);
      }),
      { numRuns: 100 },
    );
  });
});

describe('frameRemoval', () => {
  const frame = ['a line as wide as that', 'short', '', 'another line that is wide'];

  it.each([
    ['narrower', 10, 24],
    ['wider', 80, 24],
    ['lower', 30, 5],
  ])('takes a frame away from a terminal that became %s, and nothing else', async (_how, columns, rows) => {
    const terminal = createEmulatedTerminal(30, 24);
    terminal.write('$ planwright\n');
    terminal.write(frameUpdate([], frame));
    await terminal.screen();
    terminal.resize(columns, rows);
    terminal.write(frameRemoval(frame, terminal.size()));
    expect((await terminal.history()).join('')).toBe('$ planwright');
  });

  it('has nothing to take away before the first frame', () => {
    expect(frameRemoval([], { columns: 80, rows: 24 })).toBe('');
  });
});
