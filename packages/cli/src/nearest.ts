import { nearestName } from '@planwright/core';

/** The known name a mistyped one was probably meant to be: one that continues it, or the nearest by letters. */
export function nearest(written: string, known: readonly string[]): string | undefined {
  const lower = written.toLowerCase();
  const names = new Map(known.map((name) => [name.toLowerCase(), name]));
  const continued = lower.length > 1 ? [...names.keys()].find((name) => name.startsWith(lower)) : undefined;
  return names.get(continued ?? nearestName(lower, [...names.keys()]) ?? '');
}

/** The end of a sentence about a name that nobody knows. */
export function didYouMean(written: string, known: readonly string[], before = ''): string {
  const near = nearest(written, known);
  return near === undefined ? '' : `; did you mean "${before}${near}"?`;
}
