import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import {
  deserializeMessage,
  SdkError,
  SdkErrorCode,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import { createKeptOutput } from '../kept-output.js';
import { endGroup } from '../run-program.js';
import { createMessageLines } from './message-lines.js';

export type StdioProgram = {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  /** The whole environment it gets. */
  readonly env: Readonly<Record<string, string>>;
  readonly maxMessageBytes: number;
};

/** A transport that can say in words how the program fares. */
export type ToldTransport = Transport & {
  /** Why the connection ended, or what is odd about it so far; undefined when nothing is. */
  readonly remark: () => string | undefined;
};

/**
 * Speaks with a server over its stdin and stdout. Unlike the SDK's own, it starts the server in a process group, so that what
 * the server starts ends with it; gives it exactly the environment it is told; and knows why the server ended.
 */
export function createStdioTransport(program: StdioProgram): ToldTransport {
  const said = createKeptOutput(stderrBytes);
  let child: ChildProcessWithoutNullStreams | undefined;
  let ended: string | undefined;
  let isClosing = false;
  const unreadable: { count: number; first: string } = { count: 0, first: '' };

  const readLine = (line: string): void => {
    if (line.trim() === '') return;
    try {
      transport.onmessage?.(deserializeMessage(line));
    } catch {
      if (unreadable.count === 0) unreadable.first = short(line);
      unreadable.count += 1;
    }
  };
  const giveUp = (reason: string): void => {
    ended ??= reason;
    if (child !== undefined) endGroup(child, 'SIGKILL');
  };
  const lines = createMessageLines(program.maxMessageBytes, {
    line: readLine,
    tooLong: () => giveUp(`it sent a message of more than ${program.maxMessageBytes} bytes`),
  });

  const transport: ToldTransport = {
    start: async () => {
      const started = start(program);
      child = started;
      started.stdout.on('data', (bytes: Buffer) => {
        if (ended === undefined) lines.add(bytes);
      });
      started.stderr.on('data', said.add);
      // How it ended is told by `close`; not listened to, an error would end us.
      started.stdin.on('error', () => undefined);
      started.on('error', () => undefined);
      started.once('exit', () => endLeftovers(started));
      started.once('close', (code, signal) => {
        if (!isClosing)
          ended ??= signal === null ? `it exited with code ${code ?? 'unknown'}` : `it was ended by ${signal}`;
        transport.onclose?.();
      });
      await once(started, 'spawn').catch((error: unknown) => {
        throw new Error(notStarted(program, error));
      });
    },
    send: async (message) => {
      const stdin = child?.stdin;
      if (stdin === undefined || isClosing || ended !== undefined)
        throw new SdkError(SdkErrorCode.NotConnected, 'the server is not running');
      await new Promise<void>((resolve, reject) => {
        stdin.write(serializeMessage(message), (error) => (error ? reject(error) : resolve()));
      });
    },
    close: async () => {
      if (child === undefined || child.pid === undefined) return;
      isClosing = true;
      await endGently(child);
    },
    remark: () => {
      const words = lastWords(said.text());
      const remarks = [
        ended,
        unreadable.count === 0
          ? undefined
          : `it sent ${unreadable.count} line(s) that are not JSON-RPC messages, the first: ${unreadable.first}`,
        words === '' ? undefined : `it said: ${words}`,
      ].filter((remark) => remark !== undefined);
      return remarks.length === 0 ? undefined : remarks.join('; ');
    },
  };
  return transport;
}

const stderrBytes = 8 * 1024;
/** How long a server may take to end by itself once its input is closed, and again once it is asked to. */
const graceMs = 1000;
const isWindows = process.platform === 'win32';

function start({ argv: [file, ...args], cwd, env }: StdioProgram): ChildProcessWithoutNullStreams {
  return spawn(file, args, { cwd, env: { ...env }, stdio: 'pipe', detached: !isWindows, windowsHide: true });
}

function notStarted({ argv: [file] }: StdioProgram, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  // Node says ENOENT of a missing folder too.
  if (code === 'ENOENT')
    return `there is no program "${file}", or no folder to start it in; arguments belong under "args", not into "command"`;
  return `"${file}" could not be started: ${error instanceof Error ? error.message : String(error)}`;
}

/** Closes the input, which tells a server to end; then asks; then makes it. Resolves when it is gone. */
async function endGently(child: ChildProcessWithoutNullStreams): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.stdin.end();
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const waiting = new AbortController();
    const isClosed = await Promise.race([
      closed.then(() => true),
      delay(graceMs, false, { signal: waiting.signal }).catch(() => false),
    ]);
    waiting.abort();
    if (isClosed) return;
    endGroup(child, signal);
  }
  await closed;
}

/** What the server started is ended with it, and cannot keep its output open. */
function endLeftovers(child: ChildProcessWithoutNullStreams): void {
  endGroup(child, 'SIGKILL');
  const timer = setTimeout(() => {
    child.stdout.destroy();
    child.stderr.destroy();
  }, graceMs);
  child.once('close', () => clearTimeout(timer));
}

function lastWords(stderr: string): string {
  return short(stripVTControlCharacters(stderr).trim().split('\n').slice(-3).join(' / '));
}

function short(text: string): string {
  const limit = 400;
  return text.length > limit ? `${text.slice(0, limit)}…` : text;
}
