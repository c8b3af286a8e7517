import { z } from 'zod';
import { approvalPolicySchema } from '../approve/approval.js';
import { holdReasonSchema, holdSchema } from '../execute/hold.js';
import { errorInfoSchema, failureNextSchema, proofSchema, usageSchema } from '../execute/step-outcome.js';
import { onFailureSchema } from '../plan/step.js';
import { planSchema } from '../plan/plan.js';
import type { NewEvent, StoredEvent } from '../shared/envelope.js';
import { parseEvent } from '../shared/parse-event.js';
import { stepIdSchema } from '../shared/ids.js';
import { stated } from '../shared/stated.js';
import { toolClassSchema } from '../tools/tool-class.js';

const step = stepIdSchema;
const tryNumber = z.number().int();
const planRevision = {
  revision: z.number().int(),
  hash: z.string(),
  plan: planSchema,
  classes: z.array(toolClassSchema),
};

/** Everything that can have happened to a run, once, with its version. A stored meaning never changes: it gets a new version. */
const definitions = {
  'run.created': z.object({
    task: z.string(),
    settings: z.object({
      supervised: z.boolean(),
      autoSteps: z.number().int().nullable(),
      concurrency: z.number().int(),
      maxAttempts: z.number().int(),
      maxSteps: z.number().int(),
      onFailure: onFailureSchema,
    }),
    /** Why a planner is called or not. */
    gate: z
      .object({
        plan: z.boolean(),
        reason: z.string(),
        score: z.number().nullable(),
        mode: z.enum(['off', 'auto', 'always']),
        /** Somebody asked for a plan this once. */
        forced: z.boolean(),
      })
      .optional(),
    origin: z.object({ plan: z.string(), revision: z.number().int() }).optional(),
  }),
  'planning.failed': z.object({ error: errorInfoSchema }),
  'plan.drafted': z.object({
    ...planRevision,
    source: z.enum(['planner', 'code', 'given']),
    notes: z.array(z.string()),
  }),
  'plan.edited': z.object({ ...planRevision, approvalNeeded: z.boolean() }),
  'check.finished': z.object({
    revision: z.number().int(),
    result: z.enum(['pass', 'auto-fix', 'regenerate']),
    findings: z.array(
      z.object({
        rule: z.string(),
        severity: z.enum(['critical', 'minor']),
        step: z.string().nullable(),
        message: z.string(),
      }),
    ),
  }),
  'plan.approved': z.object({ revision: z.number().int(), hash: z.string(), policy: approvalPolicySchema }),
  'run.started': z.object({}),
  'step.started': z.object({
    step,
    try: tryNumber,
    attempt: z.number().int(),
    executor: z.string(),
    counted: z.boolean(),
  }),
  'step.succeeded': z.object({
    step,
    try: tryNumber,
    answer: z.string(),
    transcript: z.string().optional(),
    proof: z.array(proofSchema).optional(),
    usage: usageSchema.optional(),
  }),
  'step.failed': z.object({
    step,
    try: tryNumber,
    error: errorInfoSchema,
    next: failureNextSchema.optional(),
    /** What the failure led to: another try, waiting at the cap, a rewrite of the plan, or the end of the step. */
    then: z.enum(['retry', 'hold', 'revise', 'fail']),
    transcript: z.string().optional(),
    usage: usageSchema.optional(),
  }),
  'step.skipped': z.object({
    step,
    reason: z.string(),
    cause: z.enum(['person', 'agent', 'error-input', 'dependency', 'abort', 'cancel']),
  }),
  'step.interrupted': z.object({ step, try: tryNumber, reason: z.string(), then: z.enum(['again', 'in-doubt']) }),
  'step.requeued': z.object({ step, hint: z.string().optional() }),
  'result.ignored': z.object({ step, try: tryNumber, outcome: z.enum(['done', 'failed']), reason: z.string() }),
  'hold.placed': holdSchema.extend({ consecutiveAutoSteps: z.number().int().optional() }),
  'hold.cleared': z.object({ on: holdSchema.shape.on, reason: holdReasonSchema, about: stepIdSchema.optional() }),
  'throttle.reset': z.object({ cause: z.enum(['message', 'resume']) }),
  'plan.finished': z.object({ state: z.enum(['done', 'failed']), hadErrors: z.boolean() }),
  /** The text when a model wrote it; a report is made from the events whenever it is asked for. */
  'run.answered': z.object({
    source: z.enum(['report', 'model']),
    answer: z.string().optional(),
    note: z.string().optional(),
    usage: usageSchema.optional(),
  }),
  'run.cancelled': z.object({ reason: z.string().optional() }),
} as const;

export type RunEventType = keyof typeof definitions;
export type RunEventData<Type extends RunEventType> = z.infer<(typeof definitions)[Type]>;
export type NewRunEvent = { [Type in RunEventType]: NewEvent<Type, RunEventData<Type>> }[RunEventType];
export type RunEvent = { [Type in RunEventType]: StoredEvent<Type, RunEventData<Type>> }[RunEventType];

export const runEventVersion = 1;

/** An event to store. Fields without a value are left out, so that it is the same before it was stored and after. */
export function runEvent<Type extends RunEventType>(type: Type, data: RunEventData<Type>): NewRunEvent {
  // TypeScript cannot see that one member of the union fits a generic `Type`.
  return { type, v: runEventVersion, data: stated(data) } as NewRunEvent;
}

/** Reads a stored event; throws `store-newer` for what this program does not know, `store-damaged` for bad data. */
export function parseRunEvent(stored: StoredEvent): RunEvent {
  // Its data has been held against the definition of its type.
  return parseEvent(stored, definitions, runEventVersion) as RunEvent;
}
