/**
 * Positions 0…n-1 so that each comes after all it needs; among those that are free at the same time, the lowest priority
 * value comes first. Positions on or behind a cycle cannot be ordered and come last, by priority.
 */
export function topologicalOrder(
  needs: readonly (readonly number[])[],
  dependents: readonly (readonly number[])[],
  priority: readonly number[],
): readonly number[] {
  const before = (a: number, b: number): boolean => (priority[a] ?? 0) < (priority[b] ?? 0);
  const open = needs.map((list) => list.length);
  const free = createHeap(before);
  const order: number[] = [];
  open.forEach((count, position) => {
    if (count === 0) free.add(position);
  });
  for (let next = free.take(); next !== undefined; next = free.take()) {
    order.push(next);
    for (const dependent of dependents[next] ?? []) {
      const left = (open[dependent] ?? 0) - 1;
      open[dependent] = left;
      if (left === 0) free.add(dependent);
    }
  }
  const stuck = [...open.keys()].filter((position) => (open[position] ?? 0) > 0);
  return [...order, ...stuck.sort((a, b) => (before(a, b) ? -1 : 1))];
}

type Heap = { readonly add: (item: number) => void; readonly take: () => number | undefined };

/** A binary heap: with a sorted list instead, a plan of 10,000 free steps would cost a hundred million moves. */
function createHeap(before: (a: number, b: number) => boolean): Heap {
  const items: number[] = [];
  const at = (index: number): number => items[index] ?? -1;
  const swap = (a: number, b: number): void => {
    [items[a], items[b]] = [at(b), at(a)];
  };
  const add = (item: number): void => {
    let index = items.push(item) - 1;
    for (let parent = (index - 1) >> 1; index > 0 && before(at(index), at(parent)); parent = (index - 1) >> 1) {
      swap(index, parent);
      index = parent;
    }
  };
  const lowestChild = (index: number): number => {
    const left = 2 * index + 1;
    return left + 1 < items.length && before(at(left + 1), at(left)) ? left + 1 : left;
  };
  const take = (): number | undefined => {
    const first = items[0];
    const last = items.pop();
    if (first === undefined || last === undefined || items.length === 0) return first;
    items[0] = last;
    for (
      let index = 0, child = lowestChild(0);
      child < items.length && before(at(child), at(index));
      child = lowestChild(index)
    ) {
      swap(index, child);
      index = child;
    }
    return first;
  };
  return { add, take };
}
