import { parseRunId, PlanwrightError } from '@planwright/core';
import type { CommandContext } from './command.js';
import { readText } from './read-text.js';

export type RunAndWords = { readonly run: string | undefined; readonly words: string };

/** `[run] <words>`: one argument alone is the words, unless it is a run. `-` reads them from stdin; a terminal is asked. */
export async function runAndWords(
  { arguments: given, flags, system }: CommandContext,
  question: string,
): Promise<RunAndWords> {
  const [first, second] = given;
  const isRun =
    second !== undefined || (first !== undefined && /^(?:run|plan)-/.test(first) && parseRunId(first) !== undefined);
  const [run, said] = isRun ? [first, second] : [undefined, first];
  const isAsked = said === undefined && system.stdin.isTerminal && !flags.has('json');
  const words = said === '-' ? await readText(system, '-') : isAsked ? await system.stdin.ask(`${question}\n> `) : said;
  if (words === undefined || words.trim() === '')
    throw new PlanwrightError('usage-wrong', `words are needed: "…", or - to read them from stdin (${question})`);
  return { run, words: words.trim() };
}
