/** The known name a mistyped one was probably meant to be: one that continues it, or the nearest by letters. */
export function nearest(written: string, known: readonly string[]): string | undefined {
  const lower = written.toLowerCase();
  const continued = lower.length > 1 ? known.find((name) => name.toLowerCase().startsWith(lower)) : undefined;
  if (continued !== undefined) return continued;
  const ranked = known
    .map((name) => ({ name, distance: letterDistance(lower, name.toLowerCase()) }))
    .filter(({ name, distance }) => distance <= Math.max(1, Math.floor(name.length / 3)))
    .sort((a, b) => a.distance - b.distance);
  return ranked[0]?.name;
}

/** The end of a sentence about a name that nobody knows. */
export function didYouMean(written: string, known: readonly string[], before = ''): string {
  const near = nearest(written, known);
  return near === undefined ? '' : `; did you mean "${before}${near}"?`;
}

/** Letters to add, drop, change, or swap with their neighbour. */
export function letterDistance(a: string, b: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const changed = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? (beforeLast[j - 2] ?? 0) + 1 : changed;
      row.push(Math.min(changed, swapped, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length] ?? 0;
}
