import { counted, type Budget, budgetText, type Forecast, type Range, type StepForecast } from '@planwright/core';
import type { RunForecast } from '../forecast-run.js';
import { style } from './style.js';

/** What a plan and each of its steps will probably take, what that rests on, and whether the budget will do. */
export function forecastView(forecast: RunForecast, budget: Budget | null): string {
  const { steps } = forecast;
  if (steps.every(({ basis }) => basis === 'offline')) return 'Forecast: it costs nothing; no step asks a model.';
  return [
    `Forecast: ${between(forecast.tokens, tokenText)} tokens, ${costText(forecast)}; ${budget === null ? 'no budget' : `budget ${budgetText(budget)}`}`,
    ...steps.slice(0, stepsShown).map(stepLine),
    ...(steps.length > stepsShown ? [`  … and ${steps.length - stepsShown} more steps`] : []),
    ...errorLine(forecast),
    ...warnings(forecast, budget).map((warning) => style('yellow', warning)),
  ].join('\n');
}

function costText({ costUsd, steps }: Forecast): string {
  if (costUsd !== null) return between(costUsd, dollarText);
  const unknown = steps.filter((step) => step.costUsd === null).map(({ label }) => label);
  return `at a cost that is not known (no price for the model of ${unknown.join(', ')})`;
}

const stepsShown = 20;

function stepLine({ label, tokens, costUsd, basis, samples }: StepForecast): string {
  if (basis === 'offline') return `  ${label}  nothing: no model is asked`;
  const cost = costUsd === null ? 'price unknown' : between(costUsd, dollarText);
  const ground =
    basis === 'earlier runs'
      ? `as ${samples === 1 ? 'one earlier step' : `${samples} earlier steps`} of this agent`
      : 'by the size of its context, a rough guess';
  return `  ${label}  ${between(tokens, tokenText)} tokens, ${cost}, ${ground}`;
}

function errorLine({ error }: Forecast): readonly string[] {
  if (error === null) return [];
  const { share, steps } = error;
  return [`  So far forecasts were off by ${percentText(share)} on average (${counted(steps, 'step')}).`];
}

/** What the forecast has, beside what the budget allows. */
function warnings({ tokens, costUsd, steps, uncapped }: RunForecast, budget: Budget | null): readonly string[] {
  if (budget === null) return [];
  return [
    ...beyond('The plan', tokens, budget.tokens, (amount) => `${tokenText(amount)} tokens`),
    ...beyond('The plan', costUsd, budget.costUsd, dollarText),
    ...steps.flatMap((step) => [
      ...beyond(step.label, step.tokens, budget.stepTokens, (amount) => `${tokenText(amount)} tokens`),
      ...beyond(step.label, step.costUsd, budget.stepCostUsd, dollarText),
    ]),
    ...uncapped.map(
      (name) =>
        `${name} works by itself, and no call of it has a cap: it may take more than the budget before that is seen (--agent-cap).`,
    ),
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
