/** What comes before what, while dependencies are added one by one. */
export type StepOrder = {
  /** What a step needs, in the order it was added. */
  readonly needsOf: (label: string) => readonly string[];
  /** Whether one has to wait for the other, at once or by way of others. */
  readonly isOrdered: (one: string, other: string) => boolean;
  /** Lets a step need another. Where that would be a circle nothing is added, and the labels along it are the answer. */
  readonly add: (label: string, need: string) => readonly string[] | undefined;
};

/** Starts from dependencies without a circle. */
export function createStepOrder(start: ReadonlyMap<string, readonly string[]>): StepOrder {
  const needs = new Map([...start].map(([label, list]) => [label, new Set(list)]));
  const path = (from: string, to: string): readonly string[] | undefined => pathBetween(needs, from, to);
  return {
    needsOf: (label) => [...(needs.get(label) ?? [])],
    isOrdered: (one, other) => path(one, other) !== undefined || path(other, one) !== undefined,
    add: (label, need) => {
      const back = path(need, label);
      if (back !== undefined) return [label, ...back];
      needs.set(label, (needs.get(label) ?? new Set()).add(need));
      return undefined;
    },
  };
}

function pathBetween(
  needs: ReadonlyMap<string, ReadonlySet<string>>,
  from: string,
  to: string,
): readonly string[] | undefined {
  const cameFrom = new Map<string, string | undefined>([[from, undefined]]);
  const open = [from];
  for (let label = open.shift(); label !== undefined; label = open.shift()) {
    if (label === to) return wayTo(label, cameFrom);
    for (const need of needs.get(label) ?? []) {
      if (cameFrom.has(need)) continue;
      cameFrom.set(need, label);
      open.push(need);
    }
  }
  return undefined;
}

function wayTo(end: string, cameFrom: ReadonlyMap<string, string | undefined>): readonly string[] {
  const way: string[] = [];
  for (let label: string | undefined = end; label !== undefined; label = cameFrom.get(label)) way.unshift(label);
  return way;
}
