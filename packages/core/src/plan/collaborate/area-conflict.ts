/** What areas have to settle between them, and how it was settled. */
export type AreaConflict = {
  readonly type:
    /** One area needs something of another. */
    | 'dependency'
    /** Steps of two areas touch the same files. */
    | 'file'
    /** A dependency between areas would be a circle. */
    | 'cycle'
    /** How a step's conversation begins is no longer as its area said. */
    | 'strategy'
    /** The areas say different things about the plan as a whole. */
    | 'field'
    /** More steps than a plan may have. */
    | 'size';
  readonly areas: readonly string[];
  /** Labels in the merged plan. */
  readonly steps: readonly string[];
  readonly message: string;
  readonly resolution:
    { readonly type: 'resolved'; readonly how: string } | { readonly type: 'asked'; readonly question: string };
};

/** A conflict on one line, as whoever approves the plan reads it. */
export function conflictText({ message, resolution }: AreaConflict): string {
  return resolution.type === 'resolved'
    ? `${message}: ${resolution.how}`
    : `to decide: ${message}. ${resolution.question}`;
}
