/** Of the words of both, the share that is in both: 1 for the same words, 0 for none in common or none at all. */
export function jaccard(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((word) => other.has(word)).length;
  const all = one.size + other.size - shared;
  return all === 0 ? 0 : shared / all;
}
