import type { Effort } from '../../tools/agents.js';

/** What a built-in agent is told and given. */
export type Duties = {
  readonly tools: readonly string[];
  readonly effort: Effort;
  readonly turns: number;
  readonly does: readonly string[];
  /** What a good answer of it looks like. */
  readonly answers: string;
  readonly never: readonly string[];
  /** How it shows that its work is what it says. */
  readonly proves: string;
};

export const readingTools = ['read', 'list', 'search', 'symbols'] as const;
export const writingTools = [...readingTools, 'write', 'patch'] as const;

/** Enough for looking around; those who change and try things get more. */
export const usualTurns = 25;
export const manyTurns = 40;

/** The duties as the agent reads them. */
export function instructionsOf({ does, answers, never, proves }: Duties): string {
  return [
    'What you do:',
    ...does.map((duty) => `- ${duty}`),
    `A good answer: ${answers}`,
    'You never:',
    ...never.map((taboo) => `- ${taboo}`),
    `How you prove it: ${proves}`,
  ].join('\n');
}
