import { spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { createKeptOutput } from '../kept-output.js';
import { endGroup } from '../run-program.js';

export type ProcessEnd = { readonly type: 'not-started' | 'ended'; readonly how: string };

/** An agent program that lives for many turns, spoken to through its stdin and stdout. */
export type AgentProcess = {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Never rejects. Resolves when the program and all it started are gone. */
  readonly ended: Promise<ProcessEnd>;
  /** The end of what it wrote to stderr, as one line; empty when it wrote nothing. */
  readonly complaint: () => string;
  /** Asks it to end and makes it when it does not. Repeatable. */
  readonly end: () => Promise<ProcessEnd>;
};

export type AgentProgram = {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
};

const keptStderrBytes = 16 * 1024;
const shownStderr = 600;
/** How long it may take to end by itself when asked to. */
const endGraceMs = 500;

/** Starts the agent in a process group of its own, so that what it starts ends with it. */
export function startAgentProcess({ argv, cwd, env }: AgentProgram): AgentProcess {
  const [file, ...args] = argv;
  const child = spawn(file, args, {
    cwd,
    env: { ...env },
    stdio: 'pipe',
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const stderr = createKeptOutput(keptStderrBytes);
  child.stderr.on('data', stderr.add);
  // What cannot be written is noticed by whoever waits for the answer.
  child.stdin.on('error', () => undefined);

  const ended = new Promise<ProcessEnd>((resolve) => {
    child.once('error', ({ message }) => resolve({ type: 'not-started', how: `it could not be started: ${message}` }));
    child.once('exit', () => {
      endGroup(child, 'SIGKILL');
      // A process that left the group may hold the pipes open for as long as it likes.
      const timer = setTimeout(() => [child.stdout, child.stderr].map((pipe) => pipe.destroy()), endGraceMs);
      child.once('close', () => clearTimeout(timer));
    });
    child.once('close', (code, signal) =>
      resolve({
        type: 'ended',
        how: code === null ? `it was ended by ${signal ?? 'a signal'}` : `it ended with exit code ${code}`,
      }),
    );
  });

  return {
    stdin: child.stdin,
    stdout: child.stdout,
    ended,
    complaint: () => lastOf(stderr.text()),
    end: async () => {
      // The group of one that is long gone may be somebody else's by now.
      if (child.exitCode === null && child.signalCode === null) endGroup(child, 'SIGTERM');
      const force = setTimeout(() => endGroup(child, 'SIGKILL'), endGraceMs);
      const end = await ended;
      clearTimeout(force);
      return end;
    },
  };
}

function lastOf(text: string): string {
  const line = stripVTControlCharacters(text).replace(/\s+/g, ' ').trim();
  return line.length > shownStderr ? `… ${line.slice(-shownStderr)}` : line;
}
