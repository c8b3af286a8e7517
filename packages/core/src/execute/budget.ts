import * as z from 'zod';
import { duration } from '../shared/duration.js';
import { stepIdSchema } from '../shared/ids.js';
import { millisecondsBetween } from '../shared/milliseconds-between.js';
import type { Usage } from './step-outcome.js';

/** What a run may spend. A field that is missing sets no limit. */
export const budgetSchema = z.object({
  tokens: z.number().int().positive().optional(),
  costUsd: z.number().positive().optional(),
  timeMs: z.number().int().positive().optional(),
  /** The most that one step may spend of it. */
  stepTokens: z.number().int().positive().optional(),
  stepCostUsd: z.number().positive().optional(),
  /** The longest that one try of a step may take. */
  stepTimeMs: z.number().int().positive().optional(),
});
export type Budget = z.infer<typeof budgetSchema>;

/** What one call may cost at most. A price nobody knows is null, never zero. */
export const costEstimateSchema = z.object({ tokens: z.number(), costUsd: z.number().nullable() });
export type CostEstimate = z.infer<typeof costEstimateSchema>;

export const reservationSchema = costEstimateSchema.extend({ call: z.string(), step: stepIdSchema.optional() });
export type Reservation = z.infer<typeof reservationSchema>;

type Amount = { readonly tokens: number; readonly costUsd: number };

/** What is spent, and what calls in flight may still come to. */
export type Spending = {
  readonly total: Amount;
  readonly bySteps: Readonly<Record<string, Amount>>;
  readonly reserved: readonly Reservation[];
};

const nothing: Amount = { tokens: 0, costUsd: 0 };
export const noSpending: Spending = { total: nothing, bySteps: {}, reserved: [] };

export function reserve(spending: Spending, reservation: Reservation): Spending {
  return { ...spending, reserved: [...spending.reserved, reservation] };
}

/** What a call really took replaces what was reserved for it. Where nobody knows, the reservation is what it took. */
export function settleCall(spending: Spending, call: string, usage: Usage | undefined): Spending {
  const reservation = spending.reserved.find((each) => each.call === call);
  if (reservation === undefined) return spending;
  const known = usage?.inputTokens !== undefined || usage?.outputTokens !== undefined;
  const spent: Amount = {
    tokens: known ? (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0) : reservation.tokens,
    costUsd: usage?.costUsd ?? reservation.costUsd ?? 0,
  };
  const step = reservation.step;
  return {
    total: add(spending.total, spent),
    bySteps:
      step === undefined
        ? spending.bySteps
        : { ...spending.bySteps, [step]: add(spending.bySteps[step] ?? nothing, spent) },
    reserved: spending.reserved.filter((each) => each !== reservation),
  };
}

/** What steps used while there was no budget counts too: calls are counted from the moment there is one. */
export function withUsage(spending: Spending, usage: Usage, steps: Readonly<Record<string, Usage>>): Spending {
  const bySteps = Object.entries(steps).map(
    ([step, used]) => [step, atLeast(spending.bySteps[step] ?? nothing, used)] as const,
  );
  return {
    ...spending,
    total: atLeast(spending.total, usage),
    bySteps: { ...spending.bySteps, ...Object.fromEntries(bySteps) },
  };
}

function atLeast({ tokens, costUsd }: Amount, used: Usage): Amount {
  return {
    tokens: Math.max(tokens, (used.inputTokens ?? 0) + (used.outputTokens ?? 0)),
    costUsd: Math.max(costUsd, used.costUsd ?? 0),
  };
}

/** Why a call may not be made, or undefined: what is spent, what is in flight and the call itself must fit together. */
export function whyNotAffordable(
  budget: Budget | null,
  spending: Spending,
  asked: CostEstimate & { readonly step?: string | undefined },
): string | undefined {
  if (budget === null) return undefined;
  const limits = [
    { what: 'the run', tokens: budget.tokens, costUsd: budget.costUsd, now: taken(spending) },
    ...(asked.step === undefined
      ? []
      : [
          {
            what: 'the step',
            tokens: budget.stepTokens,
            costUsd: budget.stepCostUsd,
            now: takenBy(spending, asked.step),
          },
        ]),
  ];
  for (const { what, tokens, costUsd, now } of limits) {
    if (tokens !== undefined && now.tokens + asked.tokens > tokens)
      return `${what} has ${tokens} tokens; ${now.tokens} are spent or in use, and the next call may take ${asked.tokens}`;
    if (costUsd === undefined) continue;
    if (asked.costUsd === null)
      return `${what} has a budget in money and the price of this model is not known; name it in the price list (an agent program has a cap instead: --agent-cap), or set a budget in tokens`;
    if (now.costUsd + asked.costUsd > costUsd)
      return `${what} has $${costUsd}; $${money(now.costUsd)} are spent or in use, and the next call may take $${money(asked.costUsd)}`;
  }
  return undefined;
}

/** Why no further step may start because of the time, or undefined. */
export function whyOutOfTime(budget: Budget | null, startedAt: string | null, at: string): string | undefined {
  if (budget?.timeMs === undefined || startedAt === null) return undefined;
  const elapsed = millisecondsBetween(startedAt, at);
  return elapsed < budget.timeMs
    ? undefined
    : `the run has ${duration(budget.timeMs)}; ${duration(elapsed)} have passed since it started`;
}

function taken({ total, reserved }: Spending): Amount {
  return reserved.reduce<Amount>((sum, { tokens, costUsd }) => add(sum, { tokens, costUsd: costUsd ?? 0 }), total);
}

function takenBy({ bySteps, reserved }: Spending, step: string): Amount {
  const total = bySteps[step] ?? nothing;
  return taken({ total, bySteps: {}, reserved: reserved.filter((each) => each.step === step) });
}

function add(a: Amount, b: Amount): Amount {
  return { tokens: a.tokens + b.tokens, costUsd: a.costUsd + b.costUsd };
}

function money(amount: number): string {
  return amount.toFixed(4).replace(/\.?0+$/, '');
}

/** A budget as people write it: `50000 tokens, $2, 600 s`. */
export function budgetText({ tokens, costUsd, timeMs, stepTokens, stepCostUsd, stepTimeMs }: Budget): string {
  return [
    ...(tokens === undefined ? [] : [`${tokens} tokens`]),
    ...(costUsd === undefined ? [] : [`$${costUsd}`]),
    ...(timeMs === undefined ? [] : [`${timeMs / 1000} s`]),
    ...(stepTokens === undefined ? [] : [`${stepTokens} tokens a step`]),
    ...(stepCostUsd === undefined ? [] : [`$${stepCostUsd} a step`]),
    ...(stepTimeMs === undefined ? [] : [`${stepTimeMs / 1000} s a step`]),
  ].join(', ');
}
