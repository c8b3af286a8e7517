import * as z from 'zod';

const texts = z.array(z.string());

export const fixStrategies = ['immediate_patch', 'comprehensive_fix', 'refactor'] as const;
export const fixSeverities = ['Low', 'Medium', 'High', 'Critical'] as const;
export const fixRisks = ['low', 'medium', 'high'] as const;
export const planLevels = ['Low', 'Medium', 'High'] as const;
/** The last three are known to later readers only. */
export const recommendations = ['Agent', 'Codex', 'Sequential', 'Parallel', 'Phased'] as const;

const sources = [
  ...['cli-lite-planning-agent', 'direct-planning', 'action-planning-agent'],
  ...['review-cycle-agent', 'issue-plan-agent', 'tdd-planning-agent'],
] as const;

const dataFlowSchema = z.looseObject({
  diagram: z.string().optional(),
  stages: z
    .array(
      z.looseObject({
        stage: z.string(),
        input: z.string(),
        output: z.string(),
        component: z.string(),
        transformations: texts.optional(),
      }),
    )
    .optional(),
  dependencies: texts.optional(),
});

const decisionSchema = z.looseObject({
  decision: z.string(),
  rationale: z.string(),
  tradeoff: z.string().optional(),
  alternatives: texts.optional(),
});

const metadataSchema = z.looseObject({
  timestamp: z.iso.datetime({ offset: true }),
  source: z.enum(sources),
  planning_mode: z.enum(['direct', 'agent-based']).optional(),
  plan_type: z.enum(['feature', 'fix', 'tdd', 'review', 'collaborative', 'requirement']),
  schema_version: z.string().optional(),
  exploration_angles: texts.optional(),
  diagnosis_angles: texts.optional(),
  duration_seconds: z.int().optional(),
});

/** `plan.json`: what is said of the plan as a whole. The tasks are files of their own and never stand in it. */
export const overviewSchema = z.looseObject({
  summary: z.string().min(1),
  approach: z.string().min(1),
  task_ids: texts.min(1),
  task_count: z.int().min(1),
  tasks: z.undefined().optional(),
  complexity: z.enum(planLevels).optional(),
  estimated_time: z.string().optional(),
  recommended_execution: z.enum(recommendations).optional(),
  data_flow: dataFlowSchema.optional(),
  design_decisions: z.array(decisionSchema).optional(),
  shared_context: z
    .looseObject({
      tech_stack: texts.optional(),
      conventions: texts.optional(),
      auth_strategy: z.string().optional(),
    })
    .optional(),
  _metadata: metadataSchema,
});

/** The same for a fix. */
export const fixOverviewSchema = overviewSchema.extend({
  fix_context: z.strictObject({
    root_cause: z.string().min(1),
    strategy: z.enum(fixStrategies),
    severity: z.enum(fixSeverities),
    risk_level: z.enum(fixRisks),
  }),
  test_strategy: z
    .strictObject({
      scope: z.enum(['unit', 'integration', 'e2e', 'smoke', 'full']).optional(),
      specific_tests: texts.optional(),
      manual_verification: texts.optional(),
    })
    .optional(),
  rollback_plan: z
    .strictObject({
      strategy: z.enum(['git_revert', 'feature_flag', 'manual']).optional(),
      steps: texts.optional(),
    })
    .optional(),
});
