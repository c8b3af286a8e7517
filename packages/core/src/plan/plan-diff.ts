import { canonicalJson } from '../shared/canonical-json.js';
import { unlessEmpty } from '../shared/unless-empty.js';
import type { Plan } from './plan.js';
import { matchSteps, type StepPair } from './match-steps.js';
import type { Step } from './step.js';

/** A field that reads differently now; undefined where it was not stated. */
export type FieldChange = { readonly field: string; readonly before: unknown; readonly after: unknown };

export type StepChange = {
  /** As it is called now. */
  readonly label: string;
  /** As it was called before, where that is another. */
  readonly formerLabel?: string;
  readonly title: string;
  readonly fields: readonly FieldChange[];
};

/** What became of a plan from one revision to another. */
export type PlanDiff = {
  readonly plan: readonly FieldChange[];
  readonly added: readonly Step[];
  readonly removed: readonly Step[];
  readonly changed: readonly StepChange[];
  /** Steps that stand elsewhere among those that stayed; places count from 1. */
  readonly moved: readonly {
    readonly label: string;
    readonly title: string;
    readonly from: number;
    readonly to: number;
  }[];
};

/**
 * Compares two plans step by step. A step is the same when it has the same id and still says what it said, else when it has
 * the same title or task, else when only its id is left; dependencies and placeholders are compared by what they point to, so
 * that a new first step does not change all the others.
 */
export function planDiff(before: Plan, after: Plan): PlanDiff {
  const { pairs, added, removed } = matchSteps(before.steps, after.steps);
  const labels = new Map(pairs.map((pair) => [pair.before.label, pair.after.label]));
  return {
    plan: changedFields({ ...before, steps: [] }, { ...after, steps: [] }),
    added,
    removed,
    changed: pairs.flatMap((pair) => stepChange(pair, labels)),
    moved: movedSteps(pairs),
  };
}

function stepChange({ before, after }: StepPair, labels: ReadonlyMap<string, string>): readonly StepChange[] {
  const { id, label, title } = after;
  const fields = changedFields({ ...relabelled(before, labels), id, label }, after);
  if (fields.length === 0) return [];
  return [{ label, title, fields, ...(before.label === label ? {} : { formerLabel: before.label }) }];
}

/** The step as it would read if the others had had their new labels all along. */
function relabelled(step: Step, labels: ReadonlyMap<string, string>): Step {
  return {
    ...step,
    dependsOn: step.dependsOn.map((label) => labels.get(label) ?? label),
    task: step.task.replace(/#(E[0-9]+)/g, (text, label: string) =>
      labels.has(label) ? `#${labels.get(label) ?? ''}` : text,
    ),
  };
}

function changedFields(before: object, after: object): readonly FieldChange[] {
  const was = new Map(Object.entries(before));
  const is = new Map(Object.entries(after));
  return [...new Set([...is.keys(), ...was.keys()])]
    .map((field) => ({ field, before: statedValue(was.get(field)), after: statedValue(is.get(field)) }))
    .filter((change) => canonicalJson(change.before ?? null) !== canonicalJson(change.after ?? null));
}

/** An empty list says the same as none. */
function statedValue(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? unlessEmpty(value) : value;
}

/** The fewest steps that must have moved for the order to be what it is: all but a longest run that kept its order. */
function movedSteps(pairs: readonly StepPair[]): PlanDiff['moved'] {
  const places = pairs.toSorted((a, b) => a.to - b.to).map(({ from }) => from);
  const kept = new Set(longestRise(places));
  const order = [...places].sort((a, b) => a - b);
  return pairs
    .filter(({ from }) => !kept.has(from))
    .map(({ from, after }) => ({
      label: after.label,
      title: after.title,
      from: order.indexOf(from) + 1,
      to: places.indexOf(from) + 1,
    }));
}

/** A longest rising part of a list of different numbers. */
function longestRise(numbers: readonly number[]): readonly number[] {
  let best: readonly number[] = [];
  const ends: (readonly number[])[] = [];
  for (const number of numbers) {
    const longest = ends
      .filter((rise) => (rise.at(-1) ?? -1) < number)
      .reduce<readonly number[]>((longer, rise) => (rise.length > longer.length ? rise : longer), []);
    const rise = [...longest, number];
    ends.push(rise);
    if (rise.length > best.length) best = rise;
  }
  return best;
}
