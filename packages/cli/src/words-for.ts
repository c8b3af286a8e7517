import { PlanwrightError } from '@planwright/core';
import type { CommandContext } from './command.js';
import { readText } from './read-text.js';

/** The value of a flag that must be given: from the command line, from stdin (`-`), or asked for at a terminal. */
export async function wordsFor({ flags, system }: CommandContext, flag: string, question: string): Promise<string> {
  const given = flags.text(flag);
  if (given === '-') return (await readText(system, '-')).trim();
  const isAsked = given === undefined && system.stdin.isTerminal && !flags.has('json');
  const words = isAsked ? await system.stdin.ask(`${question}\n> `) : given;
  if (words === undefined || words.trim() === '')
    throw new PlanwrightError('usage-wrong', `--${flag} is needed: "…", or - to read it from stdin`);
  return words;
}
