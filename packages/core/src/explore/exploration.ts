import * as z from 'zod';

/** What a file is to the task. */
export const fileRoles = [
  'modify_target',
  'dependency',
  'pattern_reference',
  'test_target',
  'type_definition',
  'integration_point',
  'config',
  'context_only',
] as const;
export type FileRole = (typeof fileRoles)[number];

/** Who writes these files, in the words of the format they are in. */
export const source = 'cli-explore-agent';

const atLeast = (length: number): z.ZodString => z.string().trim().min(length);
export const relevanceSchema = z.number().min(0).max(1);
/** Says why in particular; a word or two never does. */
export const rationaleSchema = atLeast(10);

const keyCodeSchema = z.object({
  symbol: z.string(),
  /** `L45-L78`. */
  location: z.string().optional(),
  description: atLeast(10),
});

export const relevantFileSchema = z.object({
  path: atLeast(1),
  relevance: relevanceSchema,
  rationale: rationaleSchema,
  role: z.enum(fileRoles),
  discovery_source: z.enum(['bash-scan', 'cli-analysis', 'ace-search', 'dependency-trace', 'manual']).optional(),
  key_symbols: z.array(z.string()).optional(),
  key_code: z.array(keyCodeSchema).optional(),
  topic_relation: atLeast(15).optional(),
});
export type RelevantFile = z.infer<typeof relevantFileSchema>;

export const clarificationSchema = z.object({
  question: atLeast(1),
  context: z.string(),
  options: z.array(z.string()),
  /** The place of the recommended option, from 0. */
  recommended: z.number().int().min(0).optional(),
});
export type Clarification = z.infer<typeof clarificationSchema>;

/** What an explorer finds out about one angle. */
export const findingsSchema = z.object({
  project_structure: z.string(),
  relevant_files: z.array(relevantFileSchema).min(1),
  patterns: z.string(),
  dependencies: z.string(),
  integration_points: z.string(),
  constraints: z.string(),
  clarification_needs: z.array(clarificationSchema),
});
export type Findings = z.infer<typeof findingsSchema>;

/** The place of an angle among those explored together; the format counts to 4 and leaves out the rest. */
export const placeSchema = z.number().int().min(1).max(4);

/** An exploration of one angle, as it is kept and exchanged: `explore-<angle>.json`. */
export const explorationSchema = findingsSchema.extend({
  _metadata: z.looseObject({
    timestamp: z.iso.datetime({ offset: true }),
    task_description: z.string(),
    source: z.literal(source),
    exploration_angle: z.string().optional(),
    exploration_index: placeSchema.optional(),
    total_explorations: placeSchema.optional(),
    duration_seconds: z.number().int().optional(),
  }),
});
export type Exploration = z.infer<typeof explorationSchema>;
