import type { Word } from './parsed-command.js';
import { leavesWorkspace } from './leaves-workspace.js';

/**
 * When a program only reads. What is not named here is not allowed: a flag that is unknown may do anything. The value of a flag
 * is never skipped, so a word that looks like a flag must be an allowed one wherever it stands.
 */
export type ProgramRule = {
  /** Letters that may follow one dash, together. */
  readonly letters?: string;
  /** Letters whose value may follow at once (`-n5`); it may be anything. */
  readonly valued?: string;
  /** Names that may follow two dashes, with or without `=value`. */
  readonly names?: readonly string[];
  /** Whole words that are flags, as those of `find`. */
  readonly flags?: readonly string[];
  /** Nothing it is given makes it do more than print. */
  readonly anyFlag?: true;
  /** `-5` means a number of lines. */
  readonly takesCount?: true;
  /** After `--` nothing is a flag. */
  readonly endsFlags?: true;
  readonly leastOperands?: number;
  readonly mostOperands?: number;
  /** What operands must look like. */
  readonly operand?: RegExp;
  readonly firstOperand?: RegExp;
  /** Operands are allowed only beside one of these flags. */
  readonly operandsNeed?: readonly string[];
  readonly needs?: readonly string[];
  /** Operands that are no paths: all of them, or the first unless one of the named flags gives a pattern. */
  readonly noPaths?: 'all' | { readonly firstUnless: RegExp };
};

/** Why these arguments may do more than read; undefined when they only read. */
export function beyondReading(rule: ProgramRule, words: readonly Word[]): string | undefined {
  const end = rule.endsFlags ? words.findIndex(({ text }) => text === '--') : -1;
  const before = end === -1 ? words : words.slice(0, end);
  const flags = before.filter(isFlag);
  const operands = [...before.filter((word) => !isFlag(word)), ...(end === -1 ? [] : words.slice(end + 1))];
  return beyondFlags(rule, flags) ?? beyondOperands(rule, operands, flags);
}

/** A single dash is standard input. */
function isFlag({ text }: Word): boolean {
  return text.startsWith('-') && text !== '-';
}

function beyondFlags(rule: ProgramRule, flags: readonly Word[]): string | undefined {
  const unknown = flags.find((flag) => flag.type !== 'literal' || !isAllowed(rule, flag.text));
  if (unknown !== undefined) return `"${unknown.text}" is not on the list of flags that only read`;
  const isThere = (name: string): boolean => flags.some(({ text }) => text === name);
  if (rule.needs !== undefined && !rule.needs.some(isThere)) return `it needs ${rule.needs.join(' or ')} to only read`;
  return undefined;
}

function isAllowed(rule: ProgramRule, flag: string): boolean {
  if (rule.anyFlag || rule.flags?.includes(flag)) return true;
  const name = /^--([^=]+)/.exec(flag)?.[1];
  if (name !== undefined) return rule.names?.includes(name) ?? false;
  if (rule.takesCount && /^-\d+$/.test(flag)) return true;
  return isLetters(rule, flag.slice(1));
}

function isLetters({ letters = '', valued = '' }: ProgramRule, cluster: string): boolean {
  for (const letter of cluster) {
    if (valued.includes(letter)) return true;
    if (!letters.includes(letter)) return false;
  }
  return true;
}

function beyondOperands(rule: ProgramRule, operands: readonly Word[], flags: readonly Word[]): string | undefined {
  const [first] = operands;
  const count = beyondCount(rule, operands);
  if (count !== undefined) return count;
  // A pattern in place of a script would stand for whatever files are called.
  if (rule.firstOperand && first?.type === 'glob') return `"${first.text}" stands for names of files; quote it`;
  const odd = operands.find(
    ({ text }, place) => rule.operand?.test(text) === false || (place === 0 && rule.firstOperand?.test(text) === false),
  );
  if (odd) return `"${odd.text}" may do more than read`;
  if (first && rule.operandsNeed && !flags.some(({ text }) => rule.operandsNeed?.includes(text)))
    return `with "${first.text}" it needs ${rule.operandsNeed.join(' or ')} to only read`;
  const outside = pathsAmong(rule, operands, flags).find(({ text }) => leavesWorkspace(text));
  return outside && `"${outside.text}" is outside the workspace`;
}

function beyondCount({ leastOperands = 0, mostOperands }: ProgramRule, operands: readonly Word[]): string | undefined {
  if (operands.length < leastOperands) return `without an operand it may do more than read`;
  if (mostOperands === undefined) return undefined;
  // A pattern may stand for any number of names.
  const isTooMany = operands.length > mostOperands || operands.some(({ type }) => type === 'glob');
  return isTooMany ? `with more than ${mostOperands} operands it may do more than read` : undefined;
}

function pathsAmong({ noPaths }: ProgramRule, operands: readonly Word[], flags: readonly Word[]): readonly Word[] {
  if (noPaths === undefined) return operands;
  if (noPaths === 'all') return [];
  return flags.some(({ text }) => noPaths.firstUnless.test(text)) ? operands : operands.slice(1);
}
