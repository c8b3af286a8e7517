import type { Step } from './step.js';

/** One step before and after, with its place in each. */
export type StepPair = { readonly before: Step; readonly after: Step; readonly from: number; readonly to: number };

export type MatchedSteps = {
  /** In the order of the later plan. */
  readonly pairs: readonly StepPair[];
  readonly added: readonly Step[];
  readonly removed: readonly Step[];
};

type Sameness = (before: Step, after: Step) => boolean;

/** Surest first: a redraft may give an old id to a new step, and an old step a new label. */
const samenesses: readonly Sameness[] = [
  (before, after) =>
    before.id === after.id && (sameWords(before.title, after.title) || sameWords(before.task, after.task)),
  (before, after) => sameWords(before.title, after.title) || sameWords(before.task, after.task),
  (before, after) => before.id === after.id,
];

/** Which step of one plan is which of another. */
export function matchSteps(before: readonly Step[], after: readonly Step[]): MatchedSteps {
  const fromOf = new Map<number, number>();
  const taken = new Set<number>();
  for (const isSame of samenesses) {
    after.forEach((step, to) => {
      if (fromOf.has(to)) return;
      const from = before.findIndex((old, place) => !taken.has(place) && isSame(old, step));
      if (from === -1) return;
      fromOf.set(to, from);
      taken.add(from);
    });
  }
  return {
    pairs: after.flatMap((step, to) => {
      const from = fromOf.get(to);
      const old = from === undefined ? undefined : before[from];
      return from === undefined || old === undefined ? [] : [{ before: old, after: step, from, to }];
    }),
    added: after.filter((_, to) => !fromOf.has(to)),
    removed: before.filter((_, from) => !taken.has(from)),
  };
}

function sameWords(one: string, other: string): boolean {
  const words = plainWords(one);
  return words !== '' && words === plainWords(other);
}

function plainWords(text: string): string {
  return text.trim().replace(/\s+/gu, ' ').toLowerCase();
}
