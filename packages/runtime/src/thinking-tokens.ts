import type { Effort } from '@planwright/core';

/** The most that a reply may think, by the effort that is asked for: told to models that are given a number, reserved for all. */
export const thinkingTokens: Readonly<Record<Effort, number>> = { low: 2048, medium: 8192, high: 16_384, max: 32_000 };
