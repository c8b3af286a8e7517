import { harmlessRedirection, type ParsedCommand, type SimpleCommand, type Word } from '@planwright/core';
import { createKeptOutput } from '../kept-output.js';
import type { ProgramEnd } from '../run-program.js';
import { expandGlob, mostNames } from './expand-glob.js';
import { plainOutput, runArgv, type RunContext } from './run-argv.js';

export type CommandLineEnd =
  | { readonly type: 'exited'; readonly code: number; readonly output: string }
  | { readonly type: 'stopped'; readonly reason: string; readonly output: string };

const mostOutput = 8 * 1024 * 1024;
const mostThroughPipe = 16 * 1024 * 1024;

type Sink = (bytes: Buffer) => void;

/** What of a command line cannot be run without a shell; undefined when all of it can. */
export function unsupportedIn(command: ParsedCommand): string | undefined {
  switch (command.type) {
    case 'construct':
      return command.name;
    case 'pipeline':
      return command.commands.map(unsupportedIn).find((found) => found !== undefined);
    case 'list':
      return command.items.map((item) => unsupportedIn(item.command)).find((found) => found !== undefined);
    case 'simple':
      return unsupportedPart(command);
  }
}

function unsupportedPart({ assignments, words, redirections }: SimpleCommand): string | undefined {
  const [variable] = assignments;
  if (variable !== undefined) return `the variable ${variable} before the program`;
  const expansion = words.find(({ type }) => type === 'expansion');
  if (expansion) return `"${expansion.text}", which a shell would have to work out`;
  const redirection = redirections.find((candidate) => harmlessRedirection(candidate) === undefined);
  return redirection && `the redirection "${redirection.operator} ${redirection.target.text}"`;
}

/**
 * Runs a command line that `unsupportedIn` has nothing against, each program by its arguments, without a shell. The programs of
 * a pipe run one after another: each is given all that the one before it printed.
 */
export async function runCommandLine(context: RunContext, command: ParsedCommand): Promise<CommandLineEnd> {
  const kept = createKeptOutput(mostOutput);
  const ended = await runParsed(context, command, kept.add);
  const output = plainOutput(kept.text());
  return ended.type === 'exited'
    ? { type: 'exited', code: ended.code, output }
    : { type: 'stopped', reason: ended.reason, output };
}

async function runParsed(context: RunContext, command: ParsedCommand, sink: Sink): Promise<ProgramEnd> {
  switch (command.type) {
    case 'simple':
      return runSimple(context, command, { output: sink, errors: sink });
    case 'pipeline':
      return runPipeline(context, command.commands, sink);
    case 'list':
      return runList(context, command.items, sink);
    case 'construct':
      return stopped(`${command.name} cannot be run`);
  }
}

async function runList(
  context: RunContext,
  items: Extract<ParsedCommand, { type: 'list' }>['items'],
  sink: Sink,
): Promise<ProgramEnd> {
  let last: ProgramEnd = { type: 'exited', code: 0, durationMs: 0 };
  for (const { when, command } of items) {
    const isDue = when === 'always' || (when === 'success') === (last.code === 0);
    if (!isDue) continue;
    const ended = await runParsed(context, command, sink);
    if (ended.type === 'stopped') return ended;
    last = ended;
  }
  return last;
}

async function runPipeline(context: RunContext, commands: readonly ParsedCommand[], sink: Sink): Promise<ProgramEnd> {
  let input: string | undefined;
  let last: ProgramEnd = stopped('the pipe is empty');
  for (const [place, command] of commands.entries()) {
    if (command.type !== 'simple') return stopped('only plain commands can be joined by a pipe');
    const isLast = place === commands.length - 1;
    const pipe = createPipe();
    last = await runSimple(context, command, { input, output: isLast ? sink : pipe.add, errors: sink });
    if (last.type === 'stopped') return last;
    const passed = pipe.text();
    if (passed === undefined) return stopped('what went through the pipe is not text, or too much of it');
    input = passed;
  }
  return last;
}

/** What one program hands to the next; undefined when it is too much or no text. */
function createPipe(): { readonly add: Sink; readonly text: () => string | undefined } {
  const pieces: Buffer[] = [];
  let size = 0;
  return {
    add: (bytes) => {
      size += bytes.length;
      if (size <= mostThroughPipe) pieces.push(bytes);
    },
    text: () => {
      if (size > mostThroughPipe) return undefined;
      try {
        return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(pieces));
      } catch {
        return undefined;
      }
    },
  };
}

type Streams = { readonly input?: string | undefined; readonly output: Sink; readonly errors: Sink };

async function runSimple(context: RunContext, command: SimpleCommand, streams: Streams): Promise<ProgramEnd> {
  const words = await Promise.all(command.words.map((word) => expand(context.root, word)));
  const known = words.filter((names) => names !== undefined);
  if (known.length < words.length) return stopped(`a pattern stands for more than ${mostNames} names; narrow it down`);
  const [program, ...args] = known.flat();
  if (program === undefined) return stopped('it names no program');
  const { output, errors } = redirected(command, streams);
  return runArgv(context, { argv: [program, ...args], input: streams.input, onOutput: output, onErrors: errors });
}

async function expand(root: string, { type, text }: Word): Promise<readonly string[] | undefined> {
  return type === 'glob' ? expandGlob(root, text) : [text];
}

/** In the order they are written: `2>&1` takes up what the output is at that moment. */
function redirected({ redirections }: SimpleCommand, streams: Streams): Pick<Streams, 'output' | 'errors'> {
  let { output, errors } = streams;
  const drop: Sink = () => undefined;
  for (const redirection of redirections) {
    const meaning = harmlessRedirection(redirection);
    if (meaning === 'errors-to-output') errors = output;
    if (meaning === 'drop-output' || meaning === 'drop-both') output = drop;
    if (meaning === 'drop-errors' || meaning === 'drop-both') errors = drop;
  }
  return { output, errors };
}

function stopped(reason: string): Extract<ProgramEnd, { type: 'stopped' }> {
  return { type: 'stopped', cause: 'not-started', reason, durationMs: 0 };
}
