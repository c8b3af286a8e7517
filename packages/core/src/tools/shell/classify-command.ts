import type { ToolClass } from '../tool-class.js';
import { harmlessRedirection, type ParsedCommand, type SimpleCommand, type Word } from './parsed-command.js';
import { beyondReading } from './program-rule.js';
import { readingGitVerbs } from './reading-git-verbs.js';
import { readingPrograms } from './reading-programs.js';

/** What a command line may do, and why. Whatever is not known to only read is `external`. */
export function classifyCommand(parsed: ParsedCommand): { readonly class: ToolClass; readonly because: string } {
  const beyond = beyondReadingIn(parsed);
  return beyond === undefined
    ? { class: 'reads', because: 'every command of it only reads' }
    : { class: 'external', because: beyond };
}

/** What a program with these arguments may do beyond reading; undefined when it only reads. */
export function beyondReadingOf(words: readonly Word[]): string | undefined {
  const unclear = words.find(({ type }) => type === 'expansion');
  if (unclear) return `what "${unclear.text}" stands for is not known before it runs`;
  const [program, ...rest] = words;
  if (program?.type !== 'literal') return 'it names no program';
  if (/[/\\]/.test(program.text)) return `"${program.text}" is a path; a program on the list is called by its name`;
  if (program.text === 'git') return beyondGit(rest);
  return beyondTable(readingPrograms, program.text, rest);
}

function beyondReadingIn(parsed: ParsedCommand): string | undefined {
  switch (parsed.type) {
    case 'simple':
      return beyondSimple(parsed);
    case 'pipeline':
      return firstBeyond(parsed.commands);
    case 'list':
      return firstBeyond(parsed.items.map(({ command }) => command));
    case 'construct':
      return `it holds ${parsed.name}`;
  }
}

/** Nothing at all is not known to only read either. */
function firstBeyond(commands: readonly ParsedCommand[]): string | undefined {
  if (commands.length === 0) return 'it is empty';
  return commands.map(beyondReadingIn).find((beyond) => beyond !== undefined);
}

function beyondSimple({ assignments, words, redirections }: SimpleCommand): string | undefined {
  const [variable] = assignments;
  if (variable !== undefined) return `it sets ${variable} before the program`;
  const redirection = redirections.find((candidate) => harmlessRedirection(candidate) === undefined);
  if (redirection) return `it redirects with "${redirection.operator} ${redirection.target.text}"`;
  return beyondReadingOf(words);
}

/** Flags of git itself can name other repositories, settings and programs; only these two are known to do nothing of that. */
const gitFlags = new Set(['--no-pager', '--no-optional-locks']);

function beyondGit(words: readonly Word[]): string | undefined {
  const verbAt = words.findIndex(({ text }) => !gitFlags.has(text));
  const verb = words[verbAt];
  if (verb?.type !== 'literal') return 'it names no verb of git';
  return beyondTable(readingGitVerbs, verb.text, words.slice(verbAt + 1), 'git ');
}

function beyondTable(
  table: typeof readingPrograms,
  name: string,
  words: readonly Word[],
  prefix = '',
): string | undefined {
  const rule = Object.hasOwn(table, name) ? table[name] : undefined;
  if (rule === undefined) return `\`${prefix}${name}\` is not on the list of commands that only read`;
  const beyond = beyondReading(rule, words);
  return beyond && `\`${prefix}${name}\`: ${beyond}`;
}
