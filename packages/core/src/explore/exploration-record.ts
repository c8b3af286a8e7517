import * as z from 'zod';
import { fileRoles } from './exploration.js';

const note = z.object({ text: z.string(), angle: z.string() });
const notes = z.array(note).readonly();
const texts = z.array(z.string()).readonly();

/** A question to a person, as it is stored. */
export const questionSchema = z.object({
  id: z.string(),
  question: z.string(),
  context: z.string(),
  options: texts,
  recommended: z.string(),
  angles: texts,
});

export const answerSchema = z.object({
  question: z.string(),
  answer: z.string(),
  by: z.enum(['person', 'recommendation']),
});

/** What all angles found together, as it is stored. */
export const mergedExplorationSchema = z.object({
  angles: texts,
  files: z
    .array(
      z.object({
        path: z.string(),
        relevance: z.number(),
        rationale: z.string(),
        role: z.enum(fileRoles),
        symbols: texts,
        angles: texts,
      }),
    )
    .readonly(),
  structure: notes,
  patterns: notes,
  dependencies: notes,
  integrationPoints: notes,
  constraints: notes,
  reproduction: notes,
  fixHints: notes,
  causes: z
    .array(
      z.object({
        file: z.string(),
        issue: z.string(),
        confidence: z.number(),
        lines: z.string().optional(),
        angle: z.string(),
      }),
    )
    .readonly(),
  questions: z.array(questionSchema).readonly(),
});

const entry = z.object({ id: z.string(), title: z.string() });
const entries = z.array(entry).readonly();

/** What was specified, as far as planning needs it again. */
export const specRecordSchema = z.object({
  isImplOnly: z.boolean(),
  requirements: entries,
  decisions: entries,
  epics: z.array(entry.extend({ stories: entries })).readonly(),
  constraints: z.array(z.object({ text: z.string(), from: z.string() })).readonly(),
});
export type SpecRecord = z.infer<typeof specRecordSchema>;

/** What looking at the project for a task gave: enough to plan from without looking again. */
export const explorationRecordSchema = z.object({
  level: z.enum(['low', 'medium', 'high']),
  /** Why it is of that level. */
  reasons: texts,
  angles: z
    .array(z.object({ angle: z.string(), source: z.enum(['cached', 'new']), file: z.string().optional() }))
    .readonly(),
  failed: z.array(z.object({ angle: z.string(), reason: z.string() })).readonly(),
  merged: mergedExplorationSchema,
  specs: specRecordSchema.optional(),
  notes: texts,
});
export type ExplorationRecord = z.infer<typeof explorationRecordSchema>;
