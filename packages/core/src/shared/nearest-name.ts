/** The known name a written one was probably meant to be; undefined when none is near enough to suggest. */
export function nearestName(written: string, known: readonly string[]): string | undefined {
  let best: { readonly name: string; readonly distance: number } | undefined;
  for (const name of known) {
    // Names further apart in length are never suggested; a written name may be a whole paragraph.
    if (Math.abs(written.length - name.length) > allowance(name)) continue;
    const distance = letterDistance(written, name);
    if (distance <= allowance(name) && (best === undefined || distance < best.distance)) best = { name, distance };
  }
  return best?.name;
}

/** A third of the letters: `codr` is `coder`, `git` is not `file`. */
function allowance(name: string): number {
  return Math.max(1, Math.floor(name.length / 3));
}

/** Letters to add, drop, change, or swap with their neighbour. */
export function letterDistance(a: string, b: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const changed = (last[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const swapped = isSwap ? (beforeLast[column - 2] ?? 0) + 1 : changed;
      current.push(Math.min(changed, swapped, (last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    [beforeLast, last] = [last, current];
  }
  return last[b.length] ?? 0;
}
