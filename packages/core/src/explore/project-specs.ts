import * as z from 'zod';
import { taskWords } from './task-words.js';
import { foldAccents, linesOf, wordsOf } from './words.js';

const priorities = ['critical', 'high', 'medium', 'low'] as const;

/** A rule of the project for everybody who works on it: `.planwright/specs/<name>.md`. */
export type ProjectSpec = {
  readonly path: string;
  readonly title: string;
  readonly category: string;
  readonly keywords: readonly string[];
  /** Concerns every task, not only those with its keywords. */
  readonly always: boolean;
  readonly priority: (typeof priorities)[number];
  readonly text: string;
  /** The sentences that oblige, as constraints. */
  readonly rules: readonly string[];
};

export type ReadSpec = { readonly spec: ProjectSpec; readonly problems: readonly string[] };

const text = z.string().trim().min(1);
const frontSchema = {
  title: text,
  category: text,
  keywords: z.union([z.array(text), z.string().transform((list) => list.split(',').map((word) => word.trim()))]),
  always: z.boolean(),
  priority: z.enum(priorities),
} as const;

/** A spec from its front matter and its text. A wrong field is a problem and counts as not given. */
export function readProjectSpec(path: string, front: Readonly<Record<string, unknown>>, body: string): ReadSpec {
  const problems: string[] = [];
  const take = <Name extends keyof typeof frontSchema>(name: Name): z.infer<(typeof frontSchema)[Name]> | undefined => {
    if (front[name] === undefined || front[name] === null) return undefined;
    const parsed = frontSchema[name].safeParse(front[name]);
    if (!parsed.success) problems.push(`${path}: ${name}: ${expected[name]}, found ${JSON.stringify(front[name])}`);
    return parsed.data as z.infer<(typeof frontSchema)[Name]> | undefined;
  };
  const spec: ProjectSpec = {
    path,
    title: take('title') ?? path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, ''),
    category: take('category') ?? 'general',
    keywords: take('keywords') ?? [],
    always: take('always') ?? false,
    priority: take('priority') ?? 'medium',
    text: body.trim(),
    rules: rulesIn(body),
  };
  return { spec, problems };
}

const expected: Readonly<Record<keyof typeof frontSchema, string>> = {
  title: 'expected a text',
  category: 'expected a text',
  keywords: 'expected a list of words, or words with commas between',
  always: 'expected true or false',
  priority: `expected ${priorities.join(', ')}`,
};

const item = /^\s*(?:[-*+]|\d{1,3}[.)])\s+(.*)$/;
const obliging =
  /\b(?:must|never|always|only|shall|do not|don't|no longer|required|forbidden|deve|devem|nunca|sempre|apenas|proibido)\b/i;

function rulesIn(body: string): readonly string[] {
  return linesOf(body).flatMap((line) => {
    const said = item.exec(line)?.[1]?.trim();
    return said !== undefined && obliging.test(said) ? [said] : [];
  });
}

/** The specs that concern a task: those for every task, and those with one of its words; the most important first. */
export function specsFor(task: string, specs: readonly ProjectSpec[]): readonly ProjectSpec[] {
  const words = taskWords(task);
  const concerns = ({ always, keywords }: ProjectSpec): boolean =>
    always || keywords.some((keyword) => isSaid(keyword, words));
  return specs
    .filter(concerns)
    .toSorted(
      (one, other) =>
        priorities.indexOf(one.priority) - priorities.indexOf(other.priority) || (one.path < other.path ? -1 : 1),
    );
}

/** A keyword of several words is said where all of them are. */
function isSaid(keyword: string, words: ReadonlySet<string>): boolean {
  const parts = wordsOf(keyword);
  return parts.length > 0 && parts.every(({ text: part }) => words.has(foldAccents(part)));
}
