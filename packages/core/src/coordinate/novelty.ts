import type { Plan } from '../plan/plan.js';
import { stepGraph } from '../plan/step-graph.js';
import { canonicalJson } from '../shared/canonical-json.js';
import { jaccard } from '../shared/jaccard.js';
import type { CoordinationSettings } from './coordination-settings.js';

/** More alike than this is not new; `lenient` asks for nothing but another text. */
const mostAlike = { lenient: 1, balanced: 0.7, strict: 0.5 } as const;

/** Jaccard of the words, in lower case and split at blanks: 1 for the same words, 0 for none in common. */
export function similarity(a: string, b: string): number {
  return a.trim() === b.trim() ? 1 : jaccard(wordSet(a), wordSet(b));
}

export function isTooAlike(a: string, b: string, level: CoordinationSettings['novelty']): boolean {
  return similarity(a, b) > mostAlike[level];
}

/** Whether two plans do the same in the same order: agents, needs and files, whatever the words. */
export function isSameGraph(a: Plan, b: Plan): boolean {
  return canonicalJson(shapeOf(a)) === canonicalJson(shapeOf(b));
}

/** What a plan says, as one text to compare. */
export function wordsOf({ goal, steps }: Plan): string {
  return [goal, ...steps.flatMap(({ title, task, files }) => [title, task, ...files.map(({ path }) => path)])].join(
    '\n',
  );
}

function shapeOf(plan: Plan): unknown {
  const { needs } = stepGraph(plan);
  const steps = plan.steps.map(({ agent, files, verify }, index) => ({
    agent,
    files: files.map(({ path }) => path).sort(),
    verify,
    needs: [...(needs[index] ?? [])].sort((x, y) => x - y),
  }));
  return { mode: plan.mode, steps };
}

function wordSet(text: string): ReadonlySet<string> {
  return new Set(
    text
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== ''),
  );
}
