import * as z from 'zod';
import { clarificationSchema, placeSchema, rationaleSchema, relevanceSchema, source } from './exploration.js';

export const changeTypes = ['fix_target', 'needs_update', 'test_coverage', 'reference_only'] as const;

export const affectedFileSchema = z.object({
  path: z.string().trim().min(1),
  relevance: relevanceSchema,
  rationale: rationaleSchema,
  change_type: z.enum(changeTypes),
  discovery_source: z
    .enum(['bash-scan', 'cli-analysis', 'ace-search', 'dependency-trace', 'stack-trace', 'manual'])
    .optional(),
  key_symbols: z.array(z.string()).optional(),
});
export type AffectedFile = z.infer<typeof affectedFileSchema>;

/** What an explorer finds out about a fault from one angle. */
export const diagnosisFindingsSchema = z.object({
  symptom: z.object({
    description: z.string(),
    error_message: z.string().nullable(),
    stack_trace: z.string().nullable().optional(),
    frequency: z.enum(['always', 'intermittent', 'rare', 'unknown']).optional(),
    user_impact: z.string().optional(),
  }),
  root_cause: z.object({
    file: z.string(),
    line_range: z.string().optional(),
    function: z.string().optional(),
    issue: z.string(),
    confidence: z.number().min(0).max(1),
    introduced_by: z.string().optional(),
    category: z
      .enum([
        'logic_error',
        'edge_case',
        'race_condition',
        'null_reference',
        'type_mismatch',
        'resource_leak',
        'validation',
        'integration',
        'configuration',
        'other',
      ])
      .optional(),
  }),
  affected_files: z.array(affectedFileSchema).min(1),
  reproduction_steps: z.array(z.string()).min(1),
  fix_hints: z.array(
    z.object({
      description: z.string(),
      approach: z.string(),
      code_example: z.string().optional(),
      risk: z.enum(['low', 'medium', 'high']).optional(),
    }),
  ),
  dependencies: z.string(),
  constraints: z.string(),
  related_issues: z
    .array(
      z.object({
        type: z.enum(['similar_bug', 'regression', 'related_feature', 'tech_debt']).optional(),
        reference: z.string().optional(),
        description: z.string().optional(),
      }),
    )
    .optional(),
  clarification_needs: z.array(clarificationSchema),
});
export type DiagnosisFindings = z.infer<typeof diagnosisFindingsSchema>;

/** A diagnosis from one angle, as it is kept and exchanged: `diagnosis-<angle>.json`. */
export const diagnosisSchema = diagnosisFindingsSchema.extend({
  _metadata: z.looseObject({
    timestamp: z.iso.datetime({ offset: true }),
    bug_description: z.string(),
    source: z.literal(source),
    diagnosis_angle: z.string().optional(),
    diagnosis_index: placeSchema.optional(),
    total_diagnoses: placeSchema.optional(),
    duration_seconds: z.number().int().optional(),
  }),
});
export type Diagnosis = z.infer<typeof diagnosisSchema>;
