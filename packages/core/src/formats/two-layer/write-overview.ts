import { isObject } from '../../plan/parse/plan-within.js';
import type { Plan } from '../../plan/plan.js';
import { stated } from '../../shared/stated.js';
import { unlessEmpty } from '../../shared/unless-empty.js';
import { writeField } from './field-form.js';
import { fixForm, inCase } from './fix-context.js';
import { planLevels, recommendations } from './overview-schema.js';
import { markKey, type PlanMark } from './planwright-mark.js';
import { withExtra } from './with-extra.js';

export type OverviewContext = {
  readonly at: string;
  readonly taskIds: readonly string[];
  /** Labels as the author ordered them, where the tasks are written in another order. */
  readonly order: readonly string[] | undefined;
  readonly angles: readonly string[] | undefined;
  /** More for `_metadata`: how long planning took, what the check found. */
  readonly metadata: Readonly<Record<string, unknown>>;
};

/** A plan as the data of `plan.json`. Nothing is added that the plan does not say. */
export function overviewData(plan: Plan, context: OverviewContext): ReturnType<typeof withExtra> {
  const { fix_context: fixContext, _metadata: written, ...extra } = plan.extra;
  const metadata = isObject(written) ? written : {};
  const ours = {
    summary: plan.summary ?? plan.goal,
    approach: plan.approach,
    task_ids: context.taskIds,
    task_count: context.taskIds.length,
    complexity: inCase(plan.complexity, planLevels),
    estimated_time: plan.estimatedTime,
    recommended_execution: inCase(plan.recommendedExecution, recommendations),
    fix_context: plan.fix || plan.kind === 'fix' ? writeField(fixForm, plan.fix ?? {}, fixContext) : fixContext,
    data_flow: plan.dataFlow ?? undefined,
    design_decisions: plan.designDecisions ?? undefined,
    risks: plan.risks ?? undefined,
    code_skeleton: plan.skeleton ?? undefined,
    _metadata: metadataOf(plan, metadata, context),
    [markKey]: markOf(plan, context.order, Object.keys(metadata)),
  };
  // What is no object cannot be merged, and its loss is told as any other.
  return withExtra(ours, isObject(written) ? extra : { ...extra, ...stated({ _metadata: written }) });
}

function metadataOf(
  { kind }: Plan,
  kept: Readonly<Record<string, unknown>>,
  { at, angles, metadata }: OverviewContext,
): Readonly<Record<string, unknown>> {
  return {
    timestamp: at,
    // Their list of planners has no name for us; this is the one that claims to be nobody else.
    source: 'direct-planning',
    schema_version: '2.0',
    ...kept,
    plan_type: kind ?? kept['plan_type'] ?? 'feature',
    ...stated({ [kind === 'fix' ? 'diagnosis_angles' : 'exploration_angles']: angles }),
    ...metadata,
  };
}

function markOf(plan: Plan, order: readonly string[] | undefined, metadata: string[]): PlanMark {
  const { mode, advance, venue, kind, score } = plan;
  const goal = plan.summary === undefined ? undefined : plan.goal;
  return {
    ...{ mode, advance, venue },
    ...stated({ goal, kind, score, order: order && [...order], metadata: unlessEmpty(metadata) }),
  };
}
