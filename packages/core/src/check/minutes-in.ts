/** Minutes of a unit; a day is a working day. */
const units: readonly (readonly [pattern: RegExp, minutes: number])[] = [
  [amountOf('d(?:ays?|ias?)?'), 8 * 60],
  [amountOf('h(?:ours?|rs?|oras?)?'), 60],
  [amountOf('m(?:in(?:ute|uto)?s?)?'), 1],
];

function amountOf(unit: string): RegExp {
  const amount = '([0-9]+(?:[.,][0-9]+)?)';
  return new RegExp(`${amount}(?:\\s*(?:-|–|to|a)\\s*${amount})?\\s*${unit}(?![\\p{L}])`, 'u');
}

/** The time a text states, in minutes: `45 min`, `1.5 hours`, `1h 30m`, the middle of `2-3 hours`; undefined where none. */
export function minutesIn(text: string): number | undefined {
  const start = text.slice(0, 100).toLowerCase();
  let total: number | undefined;
  for (const [pattern, minutes] of units) {
    const match = pattern.exec(start);
    if (match?.[1] === undefined) continue;
    const [low, high] = [numberOf(match[1]), numberOf(match[2] ?? match[1])];
    total = (total ?? 0) + Math.round(((low + high) / 2) * minutes);
  }
  return total;
}

function numberOf(text: string): number {
  return Number(text.replace(',', '.'));
}
