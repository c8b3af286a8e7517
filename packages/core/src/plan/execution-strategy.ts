import type { Step } from './step.js';

/** How a step's conversation begins. `from` are positions in the list of steps. */
export type ExecutionStrategy = {
  readonly strategy: NonNullable<Step['execution']>['strategy'];
  readonly from: readonly number[];
};

/**
 * How each step's conversation begins, from what each needs (`stepGraph(plan).needs`) and nothing else: anew where it needs
 * nothing, as the next turn of its only parent's where it is the only child, else as a branch of it, or of all its parents.
 */
export function executionStrategies(needs: readonly (readonly number[])[]): readonly ExecutionStrategy[] {
  const children = new Map<number, number>();
  for (const parent of needs.flat()) children.set(parent, (children.get(parent) ?? 0) + 1);
  return needs.map((from) => {
    const [parent] = from;
    if (parent === undefined) return { strategy: 'new', from };
    if (from.length > 1) return { strategy: 'merge_fork', from };
    return { strategy: children.get(parent) === 1 ? 'resume' : 'fork', from };
  });
}

/** Every task has a conversation of its own, those that resume another's too: later ones can only go on from what exists. */
export function executionId(session: string, taskId: string): string {
  return `${session}-${taskId}`;
}
