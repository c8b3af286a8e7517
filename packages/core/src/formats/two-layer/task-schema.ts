import * as z from 'zod';
import { stepActionSchema } from '../../plan/step.js';

const text = z.string();
const texts = z.array(text);
const level = z.enum(['Low', 'Medium', 'High']);
const lowerLevel = z.enum(['low', 'medium', 'high']);

const convergenceSchema = z.strictObject({
  criteria: texts.min(1),
  verification: text.optional(),
  definition_of_done: text.optional(),
});

const fileSchema = z.strictObject({
  path: text,
  action: z.enum(['modify', 'create', 'delete']).optional(),
  target: text.optional(),
  changes: texts.optional(),
  change: text.optional(),
  conflict_risk: lowerLevel.optional(),
});

const implementationSchema = z.union(
  [
    text,
    z.strictObject({
      step: z.union([text, z.int()]),
      title: text.optional(),
      description: text,
      modification_points: texts.optional(),
      logic_flow: texts.optional(),
      depends_on: z.array(z.union([text, z.int()])).optional(),
      output: text.optional(),
      tdd_phase: z.enum(['red', 'green', 'refactor']).optional(),
      actions: texts.optional(),
      test_fix_cycle: z.looseObject({ max_iterations: z.int().optional() }).optional(),
    }),
  ],
  { error: 'must be a text, or an object with "step" and "description"' },
);

const testSchema = z.strictObject({
  commands: z.union([texts, z.record(text, text)], { error: 'must be a list of commands' }).optional(),
  unit: texts.optional(),
  integration: texts.optional(),
  coverage_target: z.number().min(0).max(100).optional(),
  manual_checks: texts.optional(),
  success_metrics: texts.optional(),
  reusable_tools: texts.optional(),
});

const rationaleSchema = z.strictObject({
  chosen_approach: text.optional(),
  alternatives_considered: texts.optional(),
  decision_factors: texts.optional(),
  tradeoffs: text.optional(),
});

const riskSchema = z.strictObject({
  description: text,
  probability: level,
  impact: level,
  mitigation: text,
  fallback: text.optional(),
});

const skeletonSchema = z.strictObject({
  interfaces: z
    .array(z.looseObject({ name: text.optional(), definition: text.optional(), purpose: text.optional() }))
    .optional(),
  key_functions: z
    .array(z.looseObject({ signature: text.optional(), purpose: text.optional(), returns: text.optional() }))
    .optional(),
  classes: z
    .array(z.looseObject({ name: text.optional(), purpose: text.optional(), methods: texts.optional() }))
    .optional(),
});

const metaSchema = z.looseObject({
  agent: text.optional(),
  module: text.optional(),
  execution_config: z
    .strictObject({
      method: z.enum(['agent', 'cli']).optional(),
      cli_tool: z.enum(['codex', 'gemini', 'qwen', 'auto']).optional(),
      enable_resume: z.boolean().optional(),
    })
    .optional(),
});

const cliExecutionSchema = z.strictObject({
  id: text.min(1),
  strategy: z.enum(['new', 'resume', 'fork', 'merge_fork']),
  resume_from: text.optional(),
  merge_from: texts.optional(),
});

const preAnalysisSchema = z.strictObject({
  step: text,
  action: text,
  commands: texts.optional(),
  command: text.optional(),
  output_to: text.optional(),
  on_error: z.enum(['fail', 'skip_optional', 'continue']).optional(),
});

const artifactSchema = z.looseObject({
  type: text.optional(),
  source: text.optional(),
  path: text.optional(),
  feature_id: text.optional(),
  priority: text.optional(),
  usage: text.optional(),
});

const sourceSchema = z.strictObject({
  tool: text.optional(),
  session_id: text.optional(),
  original_id: text.optional(),
  issue_id: text.optional(),
});

const commitSchema = z.strictObject({
  type: z.enum(['feat', 'fix', 'refactor', 'test', 'docs', 'chore']).optional(),
  scope: text.optional(),
  message_template: text.optional(),
});

const resultSchema = z.strictObject({
  success: z.boolean().optional(),
  files_modified: texts.optional(),
  summary: text.optional(),
  error: text.optional(),
  convergence_verified: z.array(z.boolean()).optional(),
  commit_hash: text.optional(),
});

const taskTypes = [
  ...['infrastructure', 'feature', 'enhancement', 'fix', 'bugfix', 'refactor', 'testing'],
  ...['test-gen', 'test-fix', 'docs', 'chore'],
] as const;
const taskStates = ['pending', 'active', 'in_progress', 'completed', 'failed', 'skipped', 'blocked'] as const;

/** `.task/<id>.json`: one task with all that is needed to carry it out. Fields nobody knows are allowed at the top only. */
export const taskFileSchema = z.looseObject({
  id: text.min(1),
  title: text.min(1),
  description: text.min(1),
  type: z.enum(taskTypes).optional(),
  priority: z.enum(['critical', 'high', 'medium', 'low']).optional(),
  effort: z.enum(['small', 'medium', 'large']).optional(),
  action: stepActionSchema.optional(),
  scope: z.union([text, texts], { error: 'must be a text or a list of texts' }).optional(),
  excludes: texts.optional(),
  focus_paths: texts.optional(),
  depends_on: texts,
  parallel_group: z.number().optional(),
  convergence: convergenceSchema,
  files: z.array(fileSchema).optional(),
  implementation: z.array(implementationSchema).min(2),
  test: testSchema.optional(),
  regression: texts.optional(),
  reference: z
    .strictObject({ pattern: text.optional(), files: texts.optional(), examples: text.optional() })
    .optional(),
  rationale: rationaleSchema.optional(),
  risks: z.array(riskSchema).optional(),
  code_skeleton: skeletonSchema.optional(),
  meta: metaSchema.optional(),
  cli_execution: cliExecutionSchema,
  pre_analysis: z.array(preAnalysisSchema).optional(),
  artifacts: z.array(artifactSchema).optional(),
  inherited: z.strictObject({ from: text.optional(), context: texts.optional() }).optional(),
  source: sourceSchema.optional(),
  context_package_path: text.optional(),
  evidence: z.array(z.unknown()).optional(),
  inputs: texts.optional(),
  outputs: texts.optional(),
  commit: commitSchema.optional(),
  status: z.enum(taskStates).optional(),
  executed_at: z.iso.datetime({ offset: true }).optional(),
  result: resultSchema.optional(),
});
