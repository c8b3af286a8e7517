import { spawn } from '@lydell/node-pty';
import type { Program } from './cli-process.js';

export type Terminal = {
  readonly sees: (text: string) => Promise<void>;
  readonly type: (keys: string) => void;
  readonly ended: Promise<{ readonly exit: number; readonly screen: string }>;
};

/** The program at a terminal. What it writes is looked at as text, without where it stands. */
export function atTerminal(
  [program = '', ...words]: Program,
  cwd: string,
  argv: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Terminal {
  const env = { ...process.env, HOME: cwd, NO_COLOR: '1', ...variables };
  // Whatever the terminal of whoever runs the tests: this one can draw.
  const terminal = spawn(program, [...words, ...argv], { name: 'xterm-256color', cwd, env, cols: 100, rows: 40 });
  const listeners = new Set<() => void>();
  let screen = '';
  terminal.onData((text) => {
    screen += text;
    for (const listener of listeners) listener();
  });
  const ended = new Promise<{ exit: number; screen: string }>((resolve) => {
    terminal.onExit(({ exitCode }) => resolve({ exit: exitCode, screen }));
  });
  return {
    ended,
    type: (keys) => terminal.write(keys),
    sees: (text) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (screen.includes(text)) resolve();
        };
        listeners.add(look);
        look();
        void ended.then(() => reject(new Error(`ended without showing "${text}":\n${screen}`)));
      }),
  };
}
