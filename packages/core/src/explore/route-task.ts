import { counted } from '../shared/counted.js';
import type { Assessment, ComplexityLevel } from './assess-task.js';
import { taskWords, wordSet } from './task-words.js';

/** What beside the score tells how far a task reaches. */
export type TaskScope = {
  /** Characters of the task. */
  readonly length: number;
  /** Words that ask for another structure, as the task has them. */
  readonly structuralWords: readonly string[];
  /** Parts of the project that the change touches, as far as exploration has found them. */
  readonly modules?: readonly string[] | undefined;
  /** A person's own word on it. */
  readonly override?: ComplexityLevel | undefined;
};

/** How a task is gone about. */
export type Route = {
  readonly level: ComplexityLevel;
  /** Why, one sentence each, the weightiest first. */
  readonly reasons: readonly string[];
  /** How many angles it is explored from. */
  readonly angles: { readonly least: number; readonly most: number };
};

const levels = ['low', 'medium', 'high'] as const;
/** How many angles a task of each level is explored from. */
export const angleCounts = {
  low: { least: 1, most: 1 },
  medium: { least: 2, most: 3 },
  high: { least: 3, most: 5 },
} as const satisfies Readonly<Record<ComplexityLevel, Route['angles']>>;
const mediumFrom = 200;
const highAbove = 500;

/** Words that ask for another structure. */
export const structural = wordSet({
  words: 'architectural modular modularity rearchitect rearchitecture redesign arquitetural modularidade',
  nouns: 'architecture arquitetura refatoração reestruturação',
  verbs: 'refactor restructure modularize modularise decouple architect',
  verbos: 'refatorar reestruturar modularizar desacoplar',
});

/** The length and the structural words of a task. */
export function scopeOf(task: string): Pick<TaskScope, 'length' | 'structuralWords'> {
  const words = [...taskWords(task)].filter((word) => structural.has(word));
  return { length: Array.from(task.trim()).length, structuralWords: words };
}

/**
 * The level of a task from its score and its scope: whatever speaks for the highest level decides. What exploration finds can
 * therefore raise a level and never lowers one; only a person's word does.
 */
export function routeTask(assessment: Pick<Assessment, 'score' | 'level'>, scope: TaskScope): Route {
  const { override } = scope;
  if (override !== undefined) return route(override, [`somebody said that it is ${override}`]);
  const signs = [...signsOf(assessment, scope)].sort((one, other) => rank(other.level) - rank(one.level));
  return route(
    signs[0]?.level ?? 'low',
    signs.map(({ reason }) => reason),
  );
}

type Sign = { readonly level: ComplexityLevel; readonly reason: string };

function signsOf({ score, level }: Pick<Assessment, 'score' | 'level'>, scope: TaskScope): readonly Sign[] {
  const { structuralWords, modules = [] } = scope;
  return [
    ofLength(scope.length),
    ...(structuralWords.length > 0 ? [ofStructure(structuralWords)] : []),
    ...(modules.length > 1 ? [ofModules(modules)] : []),
    ...(level === 'low' ? [] : [{ level, reason: `it scores ${score} of 10` }]),
  ];
}

function ofLength(length: number): Sign {
  const size = `it is ${counted(length, 'character')} long`;
  if (length > highAbove) return { level: 'high', reason: `${size}, more than ${highAbove}` };
  if (length < mediumFrom) return { level: 'low', reason: `${size}, fewer than ${mediumFrom}` };
  return { level: 'medium', reason: `${size}, from ${mediumFrom} to ${highAbove}` };
}

function ofStructure(words: readonly string[]): Sign {
  return { level: 'high', reason: `it asks for another structure: ${words.slice(0, 5).join(', ')}` };
}

/** Two parts meet in most changes; three are a change across the project. */
function ofModules(modules: readonly string[]): Sign {
  const named = modules.slice(0, 5).join(', ');
  const more = modules.length > 5 ? ` and ${modules.length - 5} more` : '';
  const reason = `it touches ${modules.length} parts of the project: ${named}${more}`;
  return { level: modules.length > 2 ? 'high' : 'medium', reason };
}

function route(level: ComplexityLevel, reasons: readonly string[]): Route {
  return { level, reasons, angles: angleCounts[level] };
}

function rank(level: ComplexityLevel): number {
  return levels.indexOf(level);
}
