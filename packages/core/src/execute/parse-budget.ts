import type { Budget } from './budget.js';

export type ParsedBudget =
  { readonly ok: true; readonly budget: Budget | null } | { readonly ok: false; readonly problem: string };

const units = { s: 1000, sec: 1000, m: 60_000, min: 60_000, h: 3_600_000 } as const;
const multiples = { k: 1000, m: 1_000_000, '': 1 } as const;

const forms =
  'amounts such as "50000 tokens", "$2.50", "10m", "5000 tokens a step", "$0.20 a step" or "5m a step", separated by commas; or none';

/** Reads a budget as people write it: `200k tokens, $2.50, 30m, 20k tokens a step`. `none` is no limit. */
export function parseBudget(text: string): ParsedBudget {
  if (text.trim().toLowerCase() === 'none') return { ok: true, budget: null };
  const budget: { -readonly [Key in keyof Budget]: Budget[Key] } = {};
  for (const part of text.split(',').map((each) => each.trim())) {
    const amount = readAmount(part);
    if (amount === undefined) return { ok: false, problem: `"${part}" is no amount; expected ${forms}` };
    if (budget[amount.name] !== undefined)
      return { ok: false, problem: `"${part}" comes on top of another limit of its kind` };
    budget[amount.name] = amount.value;
  }
  return { ok: true, budget };
}

type Amount = { readonly name: keyof Budget; readonly value: number };

function readAmount(part: string): Amount | undefined {
  const aStep = /\s+(?:a|per)\s+step$/i;
  const isStep = aStep.test(part);
  const amount = part.replace(aStep, '').toLowerCase();
  const tokens = /^([0-9]+(?:\.[0-9]+)?)\s*(k|m|)\s*tokens?$/.exec(amount);
  if (tokens) {
    const value = Math.round(Number(tokens[1]) * multiples[(tokens[2] ?? '') as keyof typeof multiples]);
    return positive({ name: isStep ? 'stepTokens' : 'tokens', value });
  }
  const money =
    /^(?:\$|usd\s*)([0-9]+(?:\.[0-9]+)?)$/.exec(amount) ?? /^([0-9]+(?:\.[0-9]+)?)\s*(?:usd|dollars?)$/.exec(amount);
  if (money) return positive({ name: isStep ? 'stepCostUsd' : 'costUsd', value: Number(money[1]) });
  const time = /^([0-9]+(?:\.[0-9]+)?)\s*(s|sec|m|min|h)$/.exec(amount);
  if (!time) return undefined;
  const value = Math.round(Number(time[1]) * units[time[2] as keyof typeof units]);
  return positive({ name: isStep ? 'stepTimeMs' : 'timeMs', value });
}

function positive(amount: Amount): Amount | undefined {
  return amount.value > 0 ? amount : undefined;
}
