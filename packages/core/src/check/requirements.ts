import { actionVerbsIn } from '../explore/action-verbs.js';
import { fileMentionsIn } from '../explore/file-mentions.js';
import { linesOf, wordsOf } from '../explore/words.js';

/** Something the task asks for that a plan must speak of. */
export type Requirement =
  { readonly type: 'name'; readonly name: string } | { readonly type: 'item'; readonly text: string };

/** As much of a task as anybody writes by hand; pasted logs behind it require nothing. */
const looked = 20_000;
const listItem = /^\s*(?:[-*•]|[0-9]{1,3}[.)])\s+(\S.*)$/u;
const specId = /\b(?:REQ|NFR|EPIC|STORY|US|ADR)-[0-9]{1,5}\b/g;
const option = /(?<=^|[\s`"'(])--[a-z][a-z0-9-]+/g;
const negation =
  /\b(?:not|n['’]t|never|without|except|unless|avoid|leave|keep|nor|instead of|n[aã]o|nunca|sem|exceto|evit\p{L}+)\b/iu;

/**
 * What a task requires, as far as its surface shows it: the files, options and requirement ids it names, and the items of a
 * list. What it names only to leave alone is none.
 */
export function requirementsIn(task: string): readonly Requirement[] {
  const lines = linesOf(task.slice(0, looked));
  const items = lines.flatMap((line) => listItem.exec(line)?.[1]?.trim() ?? []);
  const named = clausesOf(lines).filter((clause) => !isNegative(clause));
  const names = named.flatMap((clause) => [
    ...fileMentionsIn(clause),
    ...(clause.match(option) ?? []),
    ...(clause.match(specId) ?? []),
  ]);
  return [
    ...[...new Set(names)].map((name) => ({ type: 'name', name }) as const),
    ...(items.length > 1
      ? items.filter((item) => !isNegative(item)).map((text) => ({ type: 'item', text }) as const)
      : []),
  ];
}

/** Sentences and what commas part: `change a.ts, but not b.ts` names one file. */
export function clausesOf(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => line.split(/[;,!?]|[.:](?=\s|$)|\b(?:but|mas)\b/u));
}

function isNegative(clause: string): boolean {
  return negation.test(clause);
}

/** Whether a text speaks of a requirement; `words` are the words of the text, cut to their stems. */
export function isCovered(requirement: Requirement, text: string, words: ReadonlySet<string>): boolean {
  if (requirement.type === 'name') {
    const name = requirement.name.toLowerCase().replaceAll('\\', '/');
    return text.includes(name) || text.includes(name.split('/').at(-1) ?? name);
  }
  const acts = new Set(actionVerbsIn(requirement.text));
  const content = stemsOf(requirement.text, (word) => !acts.has(word));
  if (content.size === 0) return true;
  const found = [...content].filter((stem) => words.has(stem)).length;
  return found * 3 >= content.size;
}

/** The beginnings of the words that carry meaning: `parser`, `parsing` and `parsed` are one. */
export function stemsOf(text: string, counts: (word: string) => boolean = () => true): ReadonlySet<string> {
  const words = wordsOf(text).map((word) => word.text);
  return new Set(
    words.filter((word) => (word.length > 3 || /\p{N}/u.test(word)) && counts(word)).map((word) => word.slice(0, 5)),
  );
}
