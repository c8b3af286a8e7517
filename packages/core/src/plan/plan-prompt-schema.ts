import * as z from 'zod';

const text = z.string();
const texts = z.array(text);

const step = z.object({
  label: text,
  title: text,
  agent: text,
  task: text,
  scope: text.optional(),
  action: text.optional(),
  dependsOn: texts,
  files: z.array(z.object({ path: text, action: text.optional(), target: text.optional(), change: text.optional() })),
  implementation: texts,
  reference: z.object({ pattern: text.optional(), files: texts.optional(), examples: text.optional() }).optional(),
  criteria: texts,
  verify: texts,
  rationale: z
    .object({
      chosen_approach: text,
      alternatives_considered: texts.optional(),
      decision_factors: texts.optional(),
      tradeoffs: text.optional(),
    })
    .optional(),
  test: z
    .object({
      unit: texts.optional(),
      integration: texts.optional(),
      manual_checks: texts.optional(),
      success_metrics: texts.optional(),
    })
    .optional(),
  risks: z
    .array(
      z.object({ description: text, probability: text, impact: text, mitigation: text, fallback: text.optional() }),
    )
    .optional(),
  codeSkeleton: z
    .object({
      interfaces: z.array(z.object({ name: text, definition: text, purpose: text })).optional(),
      key_functions: z.array(z.object({ signature: text, purpose: text, returns: text })).optional(),
      classes: z.array(z.object({ name: text, purpose: text, methods: texts })).optional(),
    })
    .optional(),
});

/**
 * The form a planner replies in, for models that can be held to one. It guides: whether a reply is a plan is for `parsePlan`
 * to say, which takes more than this.
 */
export const planReplySchema = z.object({
  goal: text,
  summary: text,
  approach: text,
  kind: text,
  estimatedTime: text.optional(),
  assumptions: texts.optional(),
  fix: z.object({ rootCause: text, strategy: text, severity: text, risk: text }).partial().optional(),
  designDecisions: z
    .array(z.object({ decision: text, rationale: text, tradeoff: text.optional(), alternatives: texts.optional() }))
    .optional(),
  dataFlow: z
    .object({
      diagram: text,
      stages: z.array(
        z.object({ stage: text, input: text, output: text, component: text, transformations: texts.optional() }),
      ),
      dependencies: texts,
    })
    .partial()
    .optional(),
  steps: z.array(step),
});

/** The same as a JSON Schema. */
export function planReplyJsonSchema(): Readonly<Record<string, unknown>> {
  return z.toJSONSchema(planReplySchema);
}
