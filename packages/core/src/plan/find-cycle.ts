/**
 * Circles among things that need each other, each as the names along it: `['E1', 'E3']` when E1 needs E3 and E3 needs
 * E1. No name is told twice, so one broken edge is one circle. Needs that are not keys are ignored.
 */
export function findCycles(needs: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const finished = new Set<string>();
  const told = new Set<string>();
  const cycles: (readonly string[])[] = [];
  for (const start of needs.keys()) {
    for (const cycle of cyclesFrom(start, needs, finished)) {
      if (cycle.some((name) => told.has(name))) continue;
      for (const name of cycle) told.add(name);
      cycles.push(cycle);
    }
  }
  return cycles;
}

/** The first circle, or undefined when there is none. */
export function findCycle(needs: ReadonlyMap<string, readonly string[]>): readonly string[] | undefined {
  return findCycles(needs)[0];
}

/** Depth first with a stack of its own, because a chain of steps may be longer than the call stack. */
function* cyclesFrom(
  start: string,
  needs: ReadonlyMap<string, readonly string[]>,
  finished: Set<string>,
): Generator<readonly string[]> {
  if (finished.has(start)) return;
  const path = new Map([[start, 0]]);
  const enter = (name: string) => ({ name, open: (needs.get(name) ?? []).values() });
  const stack = [enter(start)];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const { value: need } = top.open.next();
    if (need === undefined) {
      finished.add(top.name);
      path.delete(top.name);
      stack.pop();
    } else if (path.has(need)) {
      yield stack.slice(path.get(need)).map(({ name }) => name);
    } else if (needs.has(need) && !finished.has(need)) {
      path.set(need, stack.length);
      stack.push(enter(need));
    }
  }
}
