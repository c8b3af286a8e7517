import {
  type CreateTerminalRequest,
  type CreateTerminalResponse,
  RequestError,
  type TerminalExitStatus,
  type TerminalOutputResponse,
} from '@agentclientprotocol/sdk';
import type { ToolResult } from '../../ports/tools.js';

/** Commands the agent asked us to run: each is one call of our shell tool. */
export type Terminals = {
  readonly create: (request: CreateTerminalRequest) => CreateTerminalResponse;
  readonly output: (id: string) => TerminalOutputResponse;
  readonly waitForExit: (id: string) => Promise<TerminalExitStatus>;
  readonly kill: (id: string) => void;
  readonly release: (id: string) => void;
};

type Terminal = {
  readonly stop: AbortController;
  readonly maxBytes: number;
  readonly ended: Promise<void>;
  text: string;
  exit: TerminalExitStatus | undefined;
};

const mostTerminals = 32;

/** The shell tool runs to its end, so a terminal shows nothing before that. */
export function createTerminals(run: (command: string, signal: AbortSignal) => Promise<ToolResult>): Terminals {
  const terminals = new Map<string, Terminal>();
  let count = 0;
  const find = (id: string): Terminal => {
    const terminal = terminals.get(id);
    if (terminal === undefined) throw RequestError.resourceNotFound(id);
    return terminal;
  };

  return {
    create: (request) => {
      if (terminals.size >= mostTerminals)
        throw RequestError.invalidParams(undefined, `${mostTerminals} terminals are open; release some`);
      count += 1;
      const terminalId = `terminal-${count}`;
      terminals.set(terminalId, openTerminal(request, run));
      return { terminalId };
    },
    output: (id) => {
      const { text, exit, maxBytes } = find(id);
      const shown = lastBytes(text, maxBytes);
      return { output: shown, truncated: shown !== text, ...(exit ? { exitStatus: exit } : {}) };
    },
    waitForExit: async (id) => {
      const terminal = find(id);
      await terminal.ended;
      return terminal.exit ?? {};
    },
    kill: (id) => find(id).stop.abort(),
    release: (id) => {
      find(id).stop.abort();
      terminals.delete(id);
    },
  };
}

function openTerminal(
  request: CreateTerminalRequest,
  run: (command: string, signal: AbortSignal) => Promise<ToolResult>,
): Terminal {
  const stop = new AbortController();
  const ended = run(commandLineOf(request), stop.signal).then(
    (result) => {
      Object.assign(terminal, shownBy(result));
    },
    () => {
      terminal.exit = { signal: 'SIGKILL' };
    },
  );
  const terminal: Terminal = {
    ...{ stop, ended, text: '', exit: undefined },
    maxBytes: request.outputByteLimit ?? Number.POSITIVE_INFINITY,
  };
  return terminal;
}

/** The first line of a command that ran to its end is its exit code; one that did not says why. */
function shownBy({ ok, text }: ToolResult): Pick<Terminal, 'text' | 'exit'> {
  const [line, code] = (ok ? /^exit code (\d+)\n?/.exec(text) : undefined) ?? [];
  if (line === undefined) return { text, exit: { exitCode: ok ? 0 : 1 } };
  return { text: text.slice(line.length), exit: { exitCode: Number(code) } };
}

/** A command with arguments as one line that reads back as the same words; without them it is a line already. */
export function commandLineOf({ command, args = [] }: Pick<CreateTerminalRequest, 'command' | 'args'>): string {
  return args.length === 0 ? command : [command, ...args].map(quoted).join(' ');
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`;
}

/** The end of a text, as the protocol wants it cut: at a character, not within one. */
function lastBytes(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text;
  let from = bytes.length - Math.max(maxBytes, 0);
  while (from < bytes.length && ((bytes[from] ?? 0) & 0xc0) === 0x80) from += 1;
  return bytes.subarray(from).toString('utf8');
}
