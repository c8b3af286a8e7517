import { foldAccents } from '../../explore/words.js';
import type { Plan } from '../plan.js';
import type { Step } from '../step.js';

/** A part of a task that is planned by a planner of its own. */
export type Area = {
  /** Names its folder, and is what other areas call it by: `packages-core`. */
  readonly name: string;
  /** What of the task it is about. */
  readonly focus: string;
  /** Its files, the most relevant first. */
  readonly files: readonly string[];
  /** The numbers that the ids of its steps may have: no two areas share one. */
  readonly ids: { readonly first: number; readonly last: number };
};

/** The plan of one area. Its steps have ids of the area's range as aliases. */
export type SubPlan = { readonly area: Area; readonly plan: Plan };

/** How many areas a task is split into. */
export const areaLimits = { least: 2, most: 5 } as const;

const idsPerArea = 100;

/** The range of ids of the area at a place. */
export function idsAt(place: number): Area['ids'] {
  return { first: place * idsPerArea + 1, last: (place + 1) * idsPerArea };
}

/** `TASK-101` for a number; fixes have ids of their own. */
export function taskIdFor(number: number, kind: Plan['kind']): string {
  return `${kind === 'fix' ? 'FIX' : 'TASK'}-${String(number).padStart(3, '0')}`;
}

/** The number of an id that can be of a range: 101 of `TASK-101` and of `E101`. */
export function numberOfId(id: string): number | undefined {
  const digits = /^(?:TASK-?|FIX-?|E)([0-9]{1,6})$/i.exec(id)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The area whose range an id is of. */
export function areaOfId(id: string | undefined, areas: readonly Area[]): Area | undefined {
  const number = id === undefined ? undefined : numberOfId(id);
  return number === undefined ? undefined : areas.find(({ ids }) => ids.first <= number && number <= ids.last);
}

/** A name that can be a folder everywhere and is written the same by everybody; empty where no letter of it can be. */
export function areaNameFrom(text: string): string {
  const words =
    foldAccents(text)
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, 40).replace(/-+$/, '');
}

/** The plan with the ids of its area's range as the aliases of its steps: those that have one keep it. */
export function withIdsOf(area: Area, plan: Plan): Plan {
  const { first, last } = area.ids;
  const own = new Set<number>();
  const kept = plan.steps.map(({ alias }) => {
    const number = alias === undefined ? undefined : numberOfId(alias);
    if (number === undefined || number < first || number > last || own.has(number)) return undefined;
    own.add(number);
    return number;
  });
  let next = first;
  const free = (): number => {
    while (own.has(next)) next += 1;
    own.add(next);
    return next;
  };
  const steps = plan.steps.map((step, place): Step => ({
    ...step,
    alias: taskIdFor(kept[place] ?? free(), plan.kind),
  }));
  return { ...plan, steps };
}
