/** What one step of an earlier run took. */
export type CostSample = {
  readonly agent: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Undefined where nobody knows. */
  readonly costUsd: number | undefined;
  readonly model: string | undefined;
};

/** An earlier run, as far as it matters here. */
export type EarlierRun = {
  readonly createdAt: string;
  readonly execution: {
    readonly plan: { readonly steps: readonly { readonly agent: string }[] };
    readonly steps: readonly EarlierStep[];
  } | null;
};

type EarlierStep = {
  readonly status: string;
  readonly model?: string | undefined;
  readonly usage?:
    | {
        readonly inputTokens?: number | undefined;
        readonly outputTokens?: number | undefined;
        readonly costUsd?: number | undefined;
      }
    | undefined;
};

/** What the steps that were done took, the oldest first. Steps of which it is not known tell nothing. */
export function samplesFrom(runs: readonly EarlierRun[]): readonly CostSample[] {
  return runs.toSorted(byAge).flatMap(({ execution }) =>
    (execution?.plan.steps ?? []).flatMap(({ agent }, index) => {
      const step = execution?.steps[index];
      const { inputTokens, outputTokens, costUsd } = step?.usage ?? {};
      if (step?.status !== 'done' || inputTokens === undefined || outputTokens === undefined) return [];
      return [{ agent: agent.trim().toLowerCase(), inputTokens, outputTokens, costUsd, model: step.model }];
    }),
  );
}

function byAge(one: EarlierRun, other: EarlierRun): number {
  return one.createdAt < other.createdAt ? -1 : 1;
}

export function tokensOf({ inputTokens, outputTokens }: CostSample): number {
  return inputTokens + outputTokens;
}

/** How far forecasts were off, on average, as a share of what was really taken, and for how many steps that is known. */
export type ForecastError = { readonly share: number; readonly steps: number };

/**
 * Each step held against the mean of those of its agent before it, which is what would have been forecast then. Null until an
 * agent worked twice.
 */
export function errorSoFar(samples: readonly CostSample[]): ForecastError | null {
  const before = new Map<string, { readonly sum: number; readonly count: number }>();
  const shares: number[] = [];
  for (const sample of samples) {
    const tokens = tokensOf(sample);
    const { sum, count } = before.get(sample.agent) ?? { sum: 0, count: 0 };
    if (count > 0 && tokens > 0) shares.push(Math.abs(sum / count - tokens) / tokens);
    before.set(sample.agent, { sum: sum + tokens, count: count + 1 });
  }
  if (shares.length === 0) return null;
  return { share: shares.reduce((sum, share) => sum + share, 0) / shares.length, steps: shares.length };
}
