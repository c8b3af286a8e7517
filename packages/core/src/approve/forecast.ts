import type { Plan } from '../plan/plan.js';
import { referencesIn } from '../plan/references.js';
import type { Step } from '../plan/step.js';
import { costOf, type PriceList } from '../tools/prices.js';
import { type CostSample, errorSoFar, type ForecastError, tokensOf } from './cost-samples.js';

export type Range = { readonly likely: number; readonly low: number; readonly high: number };

export type StepForecast = {
  readonly label: string;
  readonly tokens: Range;
  /** Null when the price is not known, never zero. */
  readonly costUsd: Range | null;
  /** `offline`: no model is asked, so it costs nothing. */
  readonly basis: 'earlier runs' | 'context size' | 'offline';
  /** How many earlier steps of the agent it rests on. */
  readonly samples: number;
};

export type Forecast = {
  readonly steps: readonly StepForecast[];
  readonly tokens: Range;
  /** Null when the cost of a step is not known. */
  readonly costUsd: Range | null;
  /** How far forecasts from earlier runs were off; null when there were none. */
  readonly error: ForecastError | null;
};

export type ForecastOptions = {
  /** The oldest first, as `samplesFrom` gives them. */
  readonly samples: readonly CostSample[];
  readonly prices: PriceList;
  /** The name of the model an agent asks first, `offline` for one that asks none; undefined when nobody knows. */
  readonly modelFor: (agent: string) => string | undefined;
  /** How many bytes a file of the project has; undefined for one that is not there. */
  readonly sizeOf?: (path: string) => number | undefined;
};

const nothing: Range = { likely: 0, low: 0, high: 0 };

/** What the steps of a plan will probably take: what earlier steps of the agent took, or else what the step has to read. */
export function forecastPlan(plan: Plan, options: ForecastOptions): Forecast {
  const steps = plan.steps.map((step) => forecastStep(step, plan, options));
  const costs = steps.flatMap(({ costUsd }) => (costUsd === null ? [] : [costUsd]));
  return {
    steps,
    tokens: sumOf(steps.map(({ tokens }) => tokens)),
    costUsd: costs.length < steps.length ? null : sumOf(costs),
    error: errorSoFar(options.samples),
  };
}

function forecastStep(step: Step, plan: Plan, options: ForecastOptions): StepForecast {
  const { label } = step;
  const agent = step.agent.trim().toLowerCase();
  const model = options.modelFor(agent);
  if (model === 'offline') return { label, tokens: nothing, costUsd: nothing, basis: 'offline', samples: 0 };
  const samples = options.samples.filter((sample) => sample.agent === agent);
  const tokens =
    samples.length > 0 ? fromSamples(samples.map(tokensOf)) : fromContext(contextTokens(step, plan, options));
  const price = model === undefined ? undefined : pricePerToken(model, samples, options.prices);
  return {
    label,
    tokens: eachOf(tokens, rounded),
    costUsd: price === undefined ? null : eachOf(tokens, (count) => rounded(count * price)),
    basis: samples.length > 0 ? 'earlier runs' : 'context size',
    samples: samples.length,
  };
}

/** As far as earlier ones went to both sides, and further the fewer they are: of one alone, a third to three times. */
function fromSamples(taken: readonly number[]): Range {
  const margin = 1 + 2 / taken.length;
  return {
    likely: taken.reduce((sum, count) => sum + count, 0) / taken.length,
    low: Math.min(...taken) / margin,
    high: Math.max(...taken) * margin,
  };
}

const charactersPerToken = 4;
/** Instructions and tools that go with every call. */
const standingTokens = 3000;
/** An answer of an earlier step that is filled in, and what one turn adds to the conversation. */
const answerTokens = 1000;
const turnTokens = 1500;
const turns: Range = { likely: 6, low: 2, high: 25 };

/** What the first call of a step has to read. */
function contextTokens(step: Step, plan: Plan, { sizeOf }: ForecastOptions): number {
  const { title, task, criteria, verify, implementation, files } = step;
  const written = [plan.goal, title, task, ...criteria, ...verify, ...implementation].join('\n').length;
  const held = files.reduce((sum, { path }) => sum + (sizeOf?.(path) ?? 0), 0);
  const answers = new Set(referencesIn(task).map(({ label }) => label)).size;
  return standingTokens + (written + held) / charactersPerToken + answers * answerTokens;
}

/** Every turn reads again what the turns before it added. */
function fromContext(context: number): Range {
  return eachOf(turns, (count) => count * context + (turnTokens * count * (count + 1)) / 2);
}

/** The share of a turn that a model writes, where nothing better is known. */
const usualOutputShare = 0.1;

/** What a token really cost with this model, caches and all; before there are such steps, what the price list says. */
function pricePerToken(model: string, samples: readonly CostSample[], prices: PriceList): number | undefined {
  const paid = samples.filter((sample) => sample.model === model && sample.costUsd !== undefined);
  const paidTokens = total(paid, tokensOf);
  if (paidTokens > 0) return total(paid, ({ costUsd = 0 }) => costUsd) / paidTokens;
  const all = total(samples, tokensOf);
  const output = all === 0 ? usualOutputShare : total(samples, ({ outputTokens }) => outputTokens) / all;
  const million = 1_000_000;
  const cost = costOf({ inputTokens: (1 - output) * million, outputTokens: output * million }, model, prices);
  return cost === undefined ? undefined : cost / million;
}

function total(samples: readonly CostSample[], amount: (sample: CostSample) => number): number {
  return samples.reduce((sum, sample) => sum + amount(sample), 0);
}

/** More digits than two would be made up. */
function rounded(amount: number): number {
  return Number(amount.toPrecision(2));
}

function sumOf(ranges: readonly Range[]): Range {
  const sum = ranges.reduce<Range>(
    (all, each) => ({ likely: all.likely + each.likely, low: all.low + each.low, high: all.high + each.high }),
    nothing,
  );
  return eachOf(sum, rounded);
}

function eachOf({ likely, low, high }: Range, change: (amount: number) => number): Range {
  return { likely: change(likely), low: change(low), high: change(high) };
}
