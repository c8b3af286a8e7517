import type { ToolCall } from './ports/model.js';

/** How often the same call may fail before it is not carried out again. */
const mostFailures = 3;

/** Remembers calls that failed, so that an agent cannot go in circles. */
export type FailingCalls = {
  readonly isStopped: (call: ToolCall) => boolean;
  readonly note: (call: ToolCall) => void;
};

export function createFailingCalls(): FailingCalls {
  const failures = new Map<string, number>();
  return {
    isStopped: (call) => (failures.get(keyOf(call)) ?? 0) >= mostFailures,
    note: (call) => void failures.set(keyOf(call), (failures.get(keyOf(call)) ?? 0) + 1),
  };
}

/** The same arguments in another order are the same call. */
function keyOf({ name, args }: ToolCall): string {
  return JSON.stringify([name, sorted(args)]);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
