/** The time, as ISO 8601 in UTC. */
export interface Clock {
  readonly now: () => string;
}
