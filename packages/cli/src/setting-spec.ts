import { type Budget, parseBudget, parseModelChain } from '@planwright/core';
import * as z from 'zod';

/** What matters about a repository's own settings file to whether a value is taken from it. */
export type ProjectFile = {
  /** Whether a person trusts the file as it is; asked only where it matters. */
  readonly isTrusted: () => boolean;
  /** The user's own file says something else, and would be overruled. */
  readonly overrulesUser: boolean;
};

export type SettingSpec = {
  readonly flag: string;
  readonly variable: string;
  /** Its place in `planwright.yaml`. */
  readonly key: string;
  /** Its place where the key is written as a group, because others stand below it. */
  readonly longKey?: string;
  /** It may be written as a list there. */
  readonly list?: true;
  readonly expected: string;
  readonly schema: z.ZodType;
  readonly fallback: unknown;
  /** What `null` comes to, in words. */
  readonly otherwise?: string;
  /** Values a file of the repository may not give: whoever wrote the repository is not whoever runs the program. */
  readonly notFromProject?: (value: unknown, file: ProjectFile) => string | undefined;
};

export const wholeNumber = (least: number, most: number): z.ZodType =>
  z
    .union([
      z.number(),
      z
        .string()
        .trim()
        .regex(/^[+-]?[0-9]+$/)
        .transform(Number),
    ])
    .pipe(z.number().int().min(least).max(most));

export const word = (words: readonly string[]): z.ZodType => z.string().trim().toLowerCase().pipe(z.enum(words));

export const units = { ms: 1, s: 1000, m: 60_000, min: 60_000, h: 3_600_000 } as const;
const day = 24 * units.h;

export const time = z
  .union([z.number().transform(String), z.string()])
  .transform((text) => /^\s*([0-9]+(?:\.[0-9]+)?)\s*(ms|s|m|min|h)?\s*$/.exec(text))
  .transform((match) =>
    match === null ? Number.NaN : Number(match[1]) * units[(match[2] ?? 's') as keyof typeof units],
  )
  .pipe(z.number().int().min(1).max(day));

/** Read whole later; here only whether it can be read. */
export const modelChain = z
  .string()
  .trim()
  .superRefine((text, context) => {
    const parsed = text === 'auto' ? ({ ok: true } as const) : parseModelChain(text);
    if (!parsed.ok) for (const { message } of parsed.problems) context.addIssue({ code: 'custom', message });
  });

export function startsOrNames(text: string): boolean {
  const parsed = parseModelChain(text);
  return parsed.ok && parsed.models.some(({ provider }) => ['acp', 'command', 'compatible'].includes(provider));
}

export const budgetAmount = z.string().transform((text, context) => {
  const parsed = parseBudget(text);
  if (parsed.ok) return parsed.budget;
  context.addIssue({ code: 'custom', message: parsed.problem });
  return z.NEVER;
});

export const tokensOrMoney = budgetAmount.pipe(
  z.custom<Budget | null>((budget) => isOfTokensOrMoney(budget as Budget | null), {
    error: 'expected an amount of tokens or money in all, as "200k tokens, $2"',
  }),
);

function isOfTokensOrMoney(budget: Budget | null): boolean {
  return budget === null || Object.keys(budget).every((unit) => unit === 'tokens' || unit === 'costUsd');
}

export const anyText = z.string().trim().min(1);
export const listed = (words: readonly string[]): string => `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;

/** Paths or patterns, as a list or with commas between them. */
export const pathList = z
  .union([z.array(z.string()), z.string().transform((text) => text.split(','))])
  .transform((paths) => paths.map((path) => path.trim()).filter((path) => path !== ''))
  .pipe(z.array(z.string()).min(1));
