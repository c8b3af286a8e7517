import { stated, type Usage } from '@planwright/core';
import type { SessionStart } from './agent-program.js';

/** What one call used, from what its session has used in all; undefined when nobody knows what it had used before. */
export type SessionUsage = (start: SessionStart, session: string, total: Usage) => Usage | undefined;

/** For programs that only tell what their whole session has used. */
export function createSessionUsage(): SessionUsage {
  const totals = new Map<string, Usage>();
  return (start, session, total) => {
    const before = start.type === 'new' ? {} : totals.get(start.type === 'fork' ? start.from : start.id);
    totals.set(session, total);
    return before && difference(total, before);
  };
}

function difference(total: Usage, before: Usage): Usage {
  const less = (all: number | undefined, part: number | undefined): number | undefined =>
    all === undefined ? undefined : all - (part ?? 0);
  return stated({
    inputTokens: less(total.inputTokens, before.inputTokens),
    outputTokens: less(total.outputTokens, before.outputTokens),
    costUsd: less(total.costUsd, before.costUsd),
  });
}
