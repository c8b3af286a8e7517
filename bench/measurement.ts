/** One figure and its goal. Ratios, because the machine is noisy and only what ran beside it can be compared. */
export type Measurement = {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly goal: string;
  readonly met: boolean;
  readonly detail: string;
};

type Figure = { readonly value: number; readonly limit: number; readonly detail: string; readonly unit?: string };

export function atMost(name: string, { value, limit, detail, unit = '×' }: Figure): Measurement {
  return { name, value, unit, goal: `≤ ${limit}`, met: value <= limit, detail };
}

export function atLeast(name: string, { value, limit, detail, unit = '×' }: Figure): Measurement {
  return { name, value, unit, goal: `≥ ${limit}`, met: value >= limit, detail };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? NaN)
    : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2;
}

export async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Runs the two by turns, so that a slow moment of the machine hits both, and gives the median of each. */
export async function interleaved(
  rounds: number,
  first: () => Promise<number>,
  second: () => Promise<number>,
): Promise<readonly [number, number]> {
  const a: number[] = [];
  const b: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    a.push(await first());
    b.push(await second());
  }
  return [median(a), median(b)];
}
