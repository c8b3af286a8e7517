import { type Budget, budgetText, type Forecast, type Range, type StepForecast } from '@planwright/core';
import { style } from './style.js';

/** What a plan will probably take, what that rests on, and whether the budget will do. */
export function forecastView(forecast: Forecast, budget: Budget | null): string {
  const { steps } = forecast;
  if (steps.every(({ basis }) => basis === 'offline')) return 'Forecast: it costs nothing; no step asks a model.';
  return [
    `Forecast: ${between(forecast.tokens, tokenText)} tokens, ${costText(forecast)}; ${budget === null ? 'no budget' : `budget ${budgetText(budget)}`}`,
    `  ${restsOn(steps)}${errorText(forecast)}`,
    ...warnings(forecast, budget).map((warning) => style('yellow', warning)),
  ].join('\n');
}

function costText({ costUsd, steps }: Forecast): string {
  if (costUsd !== null) return between(costUsd, dollarText);
  const unknown = steps.filter((step) => step.costUsd === null).map(({ label }) => label);
  return `at a cost that is not known (no price for the model of ${unknown.join(', ')})`;
}

function restsOn(steps: readonly StepForecast[]): string {
  const labelsOf = (basis: StepForecast['basis']): string =>
    steps
      .filter((step) => step.basis === basis)
      .map(({ label }) => label)
      .join(', ');
  const [earlier, context, offline] = [labelsOf('earlier runs'), labelsOf('context size'), labelsOf('offline')];
  const parts = [
    ...(earlier === '' ? [] : [`${earlier} from what earlier runs of the agent took`]),
    ...(context === '' ? [] : [`${context} from the size of the context alone, a rough guess`]),
    ...(offline === '' ? [] : [`${offline} at no cost, without a model`]),
  ];
  return `${parts.join('; ')}.`;
}

function errorText({ error }: Forecast): string {
  if (error === null) return '';
  const { share, steps } = error;
  return ` So far forecasts were off by ${percentText(share)} on average (${steps} ${steps === 1 ? 'step' : 'steps'}).`;
}

/** What the forecast has, beside what the budget allows. */
function warnings({ tokens, costUsd, steps }: Forecast, budget: Budget | null): readonly string[] {
  if (budget === null) return [];
  return [
    ...beyond('The plan', tokens, budget.tokens, (amount) => `${tokenText(amount)} tokens`),
    ...beyond('The plan', costUsd, budget.costUsd, dollarText),
    ...steps.flatMap((step) => [
      ...beyond(step.label, step.tokens, budget.stepTokens, (amount) => `${tokenText(amount)} tokens`),
      ...beyond(step.label, step.costUsd, budget.stepCostUsd, dollarText),
    ]),
  ];
}

function beyond(
  what: string,
  range: Range | null,
  limit: number | undefined,
  text: (amount: number) => string,
): readonly string[] {
  if (range === null || limit === undefined || range.high <= limit) return [];
  return range.likely > limit
    ? [
        `${what} will probably take ${text(range.likely)}, more than the budget of ${text(limit)}: it would pause there.`,
      ]
    : [`${what} may take up to ${text(range.high)}, more than the budget of ${text(limit)}: it would pause there.`];
}

function between({ low, high }: Range, text: (amount: number) => string): string {
  return text(low) === text(high) ? text(low) : `${text(low)}–${text(high)}`;
}

function tokenText(count: number): string {
  if (count >= 1_000_000) return `${twoDigits(count / 1_000_000)}M`;
  return count >= 1000 ? `${twoDigits(count / 1000)}k` : twoDigits(count);
}

const leastDollars = 0.0001;

function dollarText(amount: number): string {
  return amount > 0 && amount < leastDollars ? `under $${leastDollars}` : `$${twoDigits(amount)}`;
}

function percentText(share: number): string {
  return `${twoDigits(share * 100)} %`;
}

/** Whole numbers stay whole: 120, not 1.2e+2. */
function twoDigits(amount: number): string {
  return String(Number(amount.toPrecision(2)));
}
