import {
  addUsage,
  type Area,
  type AreaConflict,
  conflictText,
  mergeSubPlans,
  stated,
  type SubPlan,
  toErrorInfo,
  type Usage,
} from '@planwright/core';
import type { Draft } from './ports/worker.js';

export type AreaDraft = Draft & { readonly degraded?: string | undefined };

/** How an area's planning ended. */
export type Attempt = { readonly area: Area; readonly usage?: Usage | undefined } & (
  | { readonly type: 'planned'; readonly draft: Extract<AreaDraft, { ok: true }> }
  | { readonly type: 'unusable'; readonly draft: Extract<AreaDraft, { ok: false }> }
  | { readonly type: 'failed'; readonly error: unknown }
);

type Merged = {
  readonly draft: AreaDraft;
  readonly subPlans: readonly SubPlan[];
  readonly conflicts: readonly AreaConflict[];
};

/** One draft from what became of each area: what is missing of it, and what the areas settled between them, is in its notes. */
export function mergedDraft(attempts: readonly Attempt[], areas: readonly Area[], notes: readonly string[]): Merged {
  const usage = attempts.map((attempt) => attempt.usage).reduce(sum, undefined);
  const nothing = { subPlans: [], conflicts: [] };
  const planned = attempts.flatMap((attempt) => (attempt.type === 'planned' ? [attempt] : []));
  if (planned.length === 0) return { ...nothing, draft: { ...noPlan(attempts), ...stated({ usage }) } };
  const subPlans = planned.map(({ area, draft: { plan } }) => ({ area, plan }));
  const merged = mergeSubPlans(subPlans, areas);
  if (!merged.ok) return { ...nothing, draft: { ...merged, ...stated({ usage }) } };
  const missing = attempts.flatMap(whyMissing);
  const degraded = [...missing, ...planned.flatMap(whyDegraded)];
  const draft = {
    ok: true as const,
    plan: merged.plan,
    notes: [
      `planned in ${areas.length} areas: ${areas.map(({ name, ids }) => `${name} (ids ${ids.first} to ${ids.last})`).join(', ')}`,
      ...notes,
      ...missing,
      ...planned.flatMap(({ area, draft: own }) => own.notes.map((note) => `${area.name}: ${note}`)),
      ...merged.conflicts.map(conflictText),
    ],
    ...stated({ usage, degraded: degraded.length === 0 ? undefined : degraded.join('; ') }),
  };
  return { draft, subPlans, conflicts: merged.conflicts };
}

/** As the planner itself would end: with its failure, or with what is wrong with what it drafted. */
function noPlan(attempts: readonly Attempt[]): Extract<Draft, { ok: false }> {
  for (const attempt of attempts) if (attempt.type === 'failed') throw attempt.error;
  const problems = attempts.flatMap(({ area, ...attempt }) =>
    attempt.type === 'unusable'
      ? attempt.draft.problems.map((problem) => ({ ...problem, message: `${area.name}: ${problem.message}` }))
      : [],
  );
  return { ok: false, problems };
}

function whyMissing(attempt: Attempt): readonly string[] {
  const { area } = attempt;
  switch (attempt.type) {
    case 'planned':
      return [];
    case 'unusable':
      return [`${area.name} is missing: ${attempt.draft.problems.map(({ message }) => message).join('; ')}`];
    case 'failed':
      return [`${area.name} is missing: ${toErrorInfo(attempt.error, 'model-unavailable').message}`];
  }
}

function whyDegraded({ area, draft }: Extract<Attempt, { type: 'planned' }>): readonly string[] {
  return draft.degraded === undefined ? [] : [`${area.name}: ${draft.degraded}`];
}

function sum(one: Usage | undefined, other: Usage | undefined): Usage | undefined {
  return one && other ? addUsage(one, other) : (one ?? other);
}
