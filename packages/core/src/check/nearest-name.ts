/** The known name a written one was probably meant to be; undefined when none is near enough to suggest. */
export function nearestName(written: string, known: readonly string[]): string | undefined {
  let best: { readonly name: string; readonly distance: number } | undefined;
  for (const name of known) {
    const distance = editDistance(written, name);
    if (distance <= allowance(name) && (best === undefined || distance < best.distance)) best = { name, distance };
  }
  return best?.name;
}

/** A third of the letters: `codr` is `coder`, `git` is not `file`. */
function allowance(name: string): number {
  return Math.max(1, Math.floor(name.length / 3));
}

/** Letters to add, drop, change or swap with their neighbour. */
function editDistance(a: string, b: string): number {
  // Names further apart in length are never suggested; a written name may be a whole paragraph.
  if (Math.abs(a.length - b.length) > allowance(b)) return Number.POSITIVE_INFINITY;
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a.charAt(row - 1) === b.charAt(column - 1);
      const isSwap = a.charAt(row - 1) === b.charAt(column - 2) && a.charAt(row - 2) === b.charAt(column - 1);
      current.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (isSame ? 0 : 1),
          row > 1 && column > 1 && isSwap ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [beforeLast, last] = [last, current];
  }
  return last[b.length] ?? Number.POSITIVE_INFINITY;
}
