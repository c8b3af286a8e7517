import { readFileSync } from 'node:fs';
import { isatty } from 'node:tty';
import { environment } from './load-settings.js';
import type { Sink } from './output/output.js';
import { createStopListener } from './stop-listener.js';
import type { System } from './system.js';
import { WrongUse } from './wrong-use.js';

/** This process as a `System`. */
export function processSystem(): System {
  const stops = createStopListener();
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // Whoever read our output has seen enough (`| head`): stop as if asked to, and say nothing.
    if (error.code === 'EPIPE') stops.stop({ why: 'nobody reads the output any more', quiet: true });
    else {
      process.stderr.write(`error: the output cannot be written: ${error.message}\n`);
      stops.stop({ why: 'the output cannot be written', quiet: true, exit: 1 });
    }
  });
  process.stderr.on('error', () => undefined);
  const crash = new Promise<never>((_, reject) => process.on('uncaughtException', reject));
  return {
    argv: process.argv.slice(2),
    env: environment(),
    get cwd() {
      return currentFolder();
    },
    version: globalThis.planwrightVersion ?? readVersion(),
    stdout: sinkOf(process.stdout, 1),
    stderr: sinkOf(process.stderr, 2),
    stdin: { isTerminal: isatty(0), readAll, ask },
    runInteractive: (command, args) => stops.leaveCtrlCTo(runInteractive(command, args)),
    onStop: stops.onStop,
    isStopping: stops.isStopping,
    crash,
  };
}

/** Asked for only when needed: help can be had anywhere. */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    throw new WrongUse('the folder this was started in is not there any more', 'change to one that is');
  }
}

function sinkOf(stream: NodeJS.WriteStream, descriptor: number): Sink {
  return {
    isTerminal: isatty(descriptor),
    get columns() {
      return stream.columns;
    },
    write: (text) => void stream.write(text),
  };
}

declare global {
  /** Put in by the build; not there when run from source. */
  var planwrightVersion: string | undefined;
}

function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}

async function readAll(mostBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of process.stdin) {
    chunks.push(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    if (bytes > mostBytes) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function ask(question: string): Promise<string | undefined> {
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  // In raw mode Ctrl-C is a key, not a signal: hand it on as one. The shell's prompt belongs below the question.
  lines.on('SIGINT', () => {
    process.stderr.write('\n');
    process.kill(process.pid, 'SIGINT');
  });
  // Ctrl-D answers nothing, and readline would wait on.
  const closed = new Promise<undefined>((resolve) => lines.once('close', () => resolve(undefined)));
  try {
    return await Promise.race([lines.question(question), closed]);
  } finally {
    lines.close();
  }
}

async function runInteractive(command: string, args: readonly string[]): Promise<number | null> {
  const { spawn } = await import('node:child_process');
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit' });
    child.once('error', reject);
    child.once('exit', resolve);
  });
}
