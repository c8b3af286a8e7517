import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { createEmulatedTerminal, type EmulatedTerminal } from './emulated-terminal.js';

/** A terminal for a program in the same process: an emulated screen, and a keyboard. */
export type TestTerminal = {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly emulator: EmulatedTerminal;
  readonly press: (key: string) => void;
  readonly resize: (columns: number, rows: number) => void;
  readonly isRaw: () => boolean;
};

export function createTestTerminal(columns: number, rows: number): TestTerminal {
  const emulator = createEmulatedTerminal(columns, rows);
  let raw = false;
  const keyboard = new PassThrough();
  const stdin = Object.assign(keyboard, {
    isTTY: true,
    setRawMode: (mode: boolean) => {
      raw = mode;
    },
    ref: () => keyboard,
    unref: () => keyboard,
  });
  const stdout = Object.defineProperties(
    Object.assign(new EventEmitter(), { isTTY: true, write: emulator.write, hasColors: () => true }),
    { columns: { get: () => emulator.size().columns }, rows: { get: () => emulator.size().rows } },
  );
  return {
    // Test doubles: they have what the card and ink use of the real ones.
    stdin: stdin as unknown as NodeJS.ReadStream,
    stdout: stdout as unknown as NodeJS.WriteStream,
    emulator,
    press: (key) => void keyboard.write(key),
    resize: (newColumns, newRows) => {
      emulator.resize(newColumns, newRows);
      stdout.emit('resize');
    },
    isRaw: () => raw,
  };
}
