/** How much a sidekick may use before it waits for a person. Turns and time are counted for each step anew. */
export const roomLimits = {
  sidekicksPerUser: 3,
  sidekickTurns: 25,
  sidekickActiveMs: 300_000,
  /** The part of a token budget at which the sidekick is warned. */
  budgetWarning: 0.8,
} as const;
