import { fileURLToPath } from 'node:url';
import { spawn } from '@lydell/node-pty';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createEmulatedTerminal, type EmulatedTerminal } from '../../packages/cli/src/tui/testing/emulated-terminal.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const driver = 'packages/cli/src/tui/testing/live-card-driver.ts';
const deadlineMs = 30_000;

/** Where the test is run must not decide how the card looks. */
const deciding = ['NO_COLOR', 'FORCE_COLOR', 'CI', 'NODE_OPTIONS'];
const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !deciding.includes(name)));

const running: (() => void)[] = [];
afterEach(() => running.splice(0).forEach((kill) => kill()));

type Program = {
  readonly screen: EmulatedTerminal;
  readonly press: (key: string) => void;
  readonly resize: (columns: number, rows: number) => void;
  /** Resolves when the screen shows all of this; there is a deadline, and no other time. */
  readonly sees: (...texts: (string | RegExp)[]) => Promise<void>;
  readonly exit: Promise<number>;
};

/** A program in a real terminal, with an emulator for the eyes and a keyboard. */
function start(columns: number, rows: number, env: Readonly<Record<string, string>> = {}): Program {
  const screen = createEmulatedTerminal(columns, rows);
  const args = ['node_modules/tsx/dist/cli.mjs', '-C', 'planwright-source', driver];
  const pty = spawn(process.execPath, args, {
    name: 'xterm-256color',
    cols: columns,
    rows,
    cwd: root,
    env: { ...environment, ...env },
  });
  pty.onData(screen.write);
  let ended = false;
  const exit = new Promise<number>((resolve) =>
    pty.onExit(({ exitCode }) => {
      ended = true;
      resolve(exitCode);
    }),
  );
  running.push(() => {
    if (!ended) pty.kill();
  });
  return {
    screen,
    exit,
    press: (key) => pty.write(key),
    resize: (newColumns, newRows) => {
      screen.resize(newColumns, newRows);
      pty.resize(newColumns, newRows);
    },
    sees: (...texts) =>
      vi.waitFor(
        async () => {
          const text = (await screen.screen()).join('\n');
          for (const wanted of texts) expect(text).toMatch(wanted);
        },
        { timeout: deadlineMs, interval: 20 },
      ),
  };
}

describe('the live card in a terminal', () => {
  it('is approved, paused, resumed and followed to the end at 80x24', async () => {
    const program = start(80, 24);
    await program.sees('DRAFT', 'Your turn: Look at the plan and approve it', 'a approve and start');
    expect(await program.screen.hasColours()).toBe(true);
    program.press('a');
    await program.sees('RUNNING', /› ▶ E1 .* working 0:0/);
    expect(await program.screen.underlined()).toEqual(['Find where the rows are written']);
    program.press('p');
    await program.sees('PAUSED: supervisor', 'Paused by you; resume to go on');
    // What was under way ends; nothing new begins.
    await program.sees(/✓ E1 .* done/, /○ E2 .* pending/, 'PAUSED');
    program.press('r');
    await program.sees('RUNNING', /▶ E2 .* working/);
    await program.sees('the card is gone: done, ended');
    expect(await program.exit).toBe(0);
    const lines = await program.screen.screen();
    expect(lines[0]).toBe(' DONE  Add a --json flag to the export command');
    expect(lines.filter((line) => /✓ E[123] .* done/.test(line))).toHaveLength(3);
    expect(lines.join('\n')).not.toContain('p pause');
  });

  it('says the same at 40x15, also where CI is set', async () => {
    const program = start(40, 15, { CI: 'true' });
    await program.sees('DRAFT', /Your turn: Look at the plan and approve\s+it/, 'a approve', 'f failed');
    program.press('a');
    await program.sees('RUNNING', /▶ E1 Find .*… +working/);
    program.press('p');
    await program.sees('PAUSED', /Paused by you; resume to go\s+on/);
    program.press('r');
    await program.sees('the card is gone: done, ended');
    expect(await program.exit).toBe(0);
    const lines = await program.screen.screen();
    expect(lines.filter((line) => /✓ E[123] .* done/.test(line))).toHaveLength(3);
  });

  it('opens a step, follows a change of size, and is left with Ctrl-C', async () => {
    const program = start(80, 24);
    await program.sees('DRAFT');
    program.press('\u001b[B');
    await program.sees(/› ○ E2/);
    program.press('\r');
    await program.sees('│ Add the flag (coder, may write, needs E1)', '│ Task: Do E2');
    program.resize(50, 20);
    await program.sees('0/3 done', '│ Add the flag (coder, may write, needs E1)');
    program.press('\u0003');
    await program.sees('the card is gone: draft, left');
    expect(await program.exit).toBe(0);
    expect((await program.screen.history()).join('\n').split('DRAFT')).toHaveLength(2);
  });

  it('has no colours where they are not wanted, and is not approved by a key pressed before it was there', async () => {
    const program = start(80, 24, { NO_COLOR: '1' });
    program.press('a');
    await program.sees('[DRAFT]', 'a approve and start');
    expect(await program.screen.hasColours()).toBe(false);
    expect(await program.screen.underlined()).toEqual(['Find where the rows are written']);
    program.press('q');
    await program.sees('the card is gone: draft, left');
    expect(await program.exit).toBe(0);
  });
});
