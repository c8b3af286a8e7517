import type { CommandSpec } from './command.js';
import { commands, defaultCommand, flagsOf } from './command-table/command-table.js';
import { usageLine } from './help-text.js';
import { didYouMean, nearest } from './nearest.js';
import { parseFlags, type ParsedWords } from './parse-flags.js';
import { WrongUse } from './wrong-use.js';

/** What a command line asks for. */
export type Parsed =
  | ({ readonly type: 'command'; readonly spec: CommandSpec } & ParsedWords)
  | { readonly type: 'help'; readonly spec: CommandSpec | undefined }
  | { readonly type: 'version' }
  | { readonly type: 'wrong'; readonly message: string; readonly hint: string };

/** Reads a command line. Pure; what is wrong with it is an answer. */
export function parseCommandLine(argv: readonly string[]): Parsed {
  try {
    return parse(argv);
  } catch (error) {
    if (!(error instanceof WrongUse)) throw error;
    return { type: 'wrong', message: error.message, hint: error.hint };
  }
}

function parse(argv: readonly string[]): Parsed {
  if (argv[0] === 'help') {
    const about = argv.slice(1).find(isWord);
    return { type: 'help', spec: about === undefined ? undefined : named(about) };
  }
  const { spec, words } = choose(argv);
  if (spec === undefined) return withoutWords(argv);
  const parsed = parseFlags(words, spec);
  if (parsed.flags.has('help')) return { type: 'help', spec };
  checkCount(spec, parsed.arguments);
  return { type: 'command', spec, ...parsed };
}

/** Flags alone ask for the help or the version, or for a task that was forgotten. */
function withoutWords(argv: readonly string[]): Parsed {
  if (argv.some((word) => word === '--version' || word === '-V')) return { type: 'version' };
  const task = named(defaultCommand);
  const { flags } = parseFlags(argv, task);
  if (argv.length > 0 && !flags.has('help')) checkCount(task, []);
  return { type: 'help', spec: undefined };
}

function isWord(word: string): boolean {
  return !word.startsWith('-');
}

/** The first word that is no flag and no flag's value says which command it is; anything else is a task. */
function choose(argv: readonly string[]): {
  readonly spec: CommandSpec | undefined;
  readonly words: readonly string[];
} {
  const at = firstWord(argv);
  const word = argv[at];
  if (word === undefined) return { spec: undefined, words: argv };
  const task = named(defaultCommand);
  if (word === '--') return { spec: task, words: argv };
  const spec = commands.find(({ name }) => name === word);
  if (spec !== undefined) return { spec, words: [...argv.slice(0, at), ...argv.slice(at + 1)] };
  if (looksLikeCommand(word, argv.slice(at + 1))) throw unknownCommand(word);
  return { spec: task, words: argv };
}

const stringFlags = new Set(
  commands.flatMap((spec) =>
    Object.entries(flagsOf(spec)).flatMap(([name, { type }]) => (type === 'string' ? [name] : [])),
  ),
);

function firstWord(argv: readonly string[]): number {
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? '';
    if (word === '--' || word === '-' || !word.startsWith('-')) return at;
    if (stringFlags.has(word.slice(2))) at += 1;
  }
  return argv.length;
}

/** A task has several words, or a quoted one with spaces; one bare word, or one with a run behind it, is a mistyped command. */
function looksLikeCommand(word: string, others: readonly string[]): boolean {
  if (!/^[a-z][a-z-]*$/.test(word)) return false;
  const words = others.filter(isWord);
  if (words.length === 0) return true;
  return (
    nearest(word, commandNames) !== undefined && words.every((other) => /^(?:run|plan)-|^E[0-9]+$|[./]/.test(other))
  );
}

const commandNames = commands.map(({ name }) => name);

function unknownCommand(word: string): WrongUse {
  return new WrongUse(
    `there is no command "${word}"${didYouMean(word, commandNames)}`,
    `commands: \`planwright --help\`; for a task: \`planwright "${word} …"\``,
  );
}

function named(name: string): CommandSpec {
  const spec = commands.find((command) => command.name === name);
  if (spec === undefined) throw unknownCommand(name);
  return spec;
}

function checkCount(spec: CommandSpec, given: readonly string[]): void {
  const needed = spec.arguments.filter(({ optional }) => optional !== true);
  const hint = `usage: ${usageLine(spec)}`;
  if (given.length < needed.length) {
    const missing = needed.map(({ name, literal }) => (literal === true ? name : `<${name}>`)).join(' ');
    // Nobody types the name of the default command.
    const called = spec.name === defaultCommand ? 'planwright' : `planwright ${spec.name}`;
    throw new WrongUse(`${called} needs ${missing}`, hint);
  }
  const rest = spec.arguments.some((argument) => argument.rest === true);
  if (!rest && given.length > spec.arguments.length) {
    const most = spec.arguments.length === 0 ? 'no arguments' : `at most ${spec.arguments.length} argument(s)`;
    const extra = given.slice(spec.arguments.length).map((word) => `"${word}"`);
    throw new WrongUse(
      `planwright ${spec.name} takes ${most}, found ${extra.join(' ')} too`,
      `${hint}; a task of several words is quoted: planwright "${spec.name} …"`,
    );
  }
}
