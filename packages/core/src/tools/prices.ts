import * as z from 'zod';

const dollars = z.number().nonnegative();

/** What models cost, as data that a user can replace. All prices are US dollars for a million tokens. */
export const priceListSchema = z.strictObject({
  /** The day somebody looked them up. */
  asOf: z.iso.date(),
  /** The first entry that fits counts. */
  prices: z.array(
    z.strictObject({
      /** A model's name; `*` stands for any letters: `anthropic:claude-haiku-4-5*`. */
      model: z.string().min(1),
      input: dollars,
      output: dollars,
      /** Where it is not given, tokens read from the cache or written to it are counted as ordinary input. */
      cacheRead: dollars.optional(),
      cacheWrite: dollars.optional(),
    }),
  ),
});
export type PriceList = z.infer<typeof priceListSchema>;

export type TokenCount = {
  /** All of them, those from and to the cache included. */
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
  readonly cacheReadTokens?: number | undefined;
  readonly cacheWriteTokens?: number | undefined;
};

/** What a call cost in US dollars. Unknown, never zero, when the price or one of the two counts is. */
export function costOf(count: TokenCount, model: string, { prices }: PriceList): number | undefined {
  const price = prices.find((entry) => fits(entry.model, model));
  const { inputTokens, outputTokens, cacheReadTokens = 0, cacheWriteTokens = 0 } = count;
  if (price === undefined || inputTokens === undefined || outputTokens === undefined) return undefined;
  const plainInput = Math.max(0, inputTokens - cacheReadTokens - cacheWriteTokens);
  const total =
    plainInput * price.input +
    cacheReadTokens * (price.cacheRead ?? price.input) +
    cacheWriteTokens * (price.cacheWrite ?? price.input) +
    outputTokens * price.output;
  return total / 1_000_000;
}

function fits(pattern: string, model: string): boolean {
  const literal = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${literal.join('.*')}$`).test(model);
}
