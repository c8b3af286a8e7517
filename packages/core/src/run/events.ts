import { beyondPlanWays } from '../execute/execution.js';
import * as z from 'zod';
import { alternativeSchema } from '../approve/alternatives.js';
import { approvalLimitsSchema } from '../approve/approval-limits.js';
import { approvalPolicySchema, approvedStepSchema, groundSchema } from '../approve/approval.js';
import { dimensionSchema } from '../check/dimension.js';
import { patchOperationSchema } from '../check/json-patch.js';
import { coordinationEvents } from '../coordinate/coordination-events.js';
import { coordinationSettingsSchema } from '../coordinate/coordination-settings.js';
import { budgetSchema, reservationSchema } from '../execute/budget.js';
import { holdReasonSchema, holdSchema } from '../execute/hold.js';
import {
  askedSchema,
  errorInfoSchema,
  failureNextSchema,
  proofSchema,
  stepWorkSchema,
  usageSchema,
} from '../execute/step-outcome.js';
import { answerSchema, explorationRecordSchema, questionSchema } from '../explore/exploration-record.js';
import { planningWishSchema } from '../explore/planning-wish.js';
import { onFailureSchema } from '../plan/step.js';
import { planSchema } from '../plan/plan.js';
import type { NewEvent, StoredEvent } from '../shared/envelope.js';
import { parseEvent } from '../shared/parse-event.js';
import { stepIdSchema } from '../shared/ids.js';
import { phaseSchema } from '../shared/phase.js';
import { stated } from '../shared/stated.js';
import { noticeSchema } from '../tools/notice.js';
import { receiptSchema } from '../tools/receipt.js';
import { sessionRefSchema } from '../tools/session.js';
import { toolClassSchema } from '../tools/tool-class.js';

const step = stepIdSchema;
const tryNumber = z.number().int();
const planRevision = {
  revision: z.number().int(),
  hash: z.string(),
  plan: planSchema,
  classes: z.array(toolClassSchema),
};
const findings = z.array(
  z.object({
    rule: z.string(),
    dimension: dimensionSchema.optional(),
    severity: z.enum(['critical', 'minor']),
    step: z.string().nullable(),
    message: z.string(),
  }),
);
/** What a decision about a plan binds beside its words. */
const decided = {
  revision: z.number().int(),
  hash: z.string(),
  ground: groundSchema.optional(),
  toolPolicy: z.array(approvedStepSchema).optional(),
  budget: budgetSchema.optional(),
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
      beyondPlan: z.enum(beyondPlanWays).optional(),
    }),
    budget: budgetSchema.optional(),
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
    planning: planningWishSchema.optional(),
    /** Several agents propose and vote instead of one planner. */
    coordination: coordinationSettingsSchema.optional(),
  }),
  'exploration.finished': explorationRecordSchema.extend({ usage: usageSchema.optional() }),
  /** Nothing is drafted until they are answered. */
  'questions.asked': z.object({ questions: z.array(questionSchema).readonly() }),
  'questions.answered': z.object({ answers: z.array(answerSchema).readonly() }),
  'planning.failed': z.object({ error: errorInfoSchema, usage: usageSchema.optional() }),
  'planning.reopened': z.object({}),
  'plan.drafted': z.object({
    ...planRevision,
    source: z.enum(['planner', 'code', 'given']),
    notes: z.array(z.string()),
    /** Why it is less than it could be: no model could be asked, fields could not be read. */
    degraded: z.string().optional(),
    /** The proposal it comes from, where agents chose it. */
    proposal: z.string().optional(),
    /** What did not fit into one plan: it is planned when this one is done. */
    outline: z
      .array(z.object({ label: z.string(), title: z.string(), task: z.string() }))
      .readonly()
      .optional(),
    usage: usageSchema.optional(),
  }),
  'plan.edited': z.object({ ...planRevision, approvalNeeded: z.boolean() }),
  'check.finished': z.object({
    revision: z.number().int(),
    result: z.enum(['pass', 'auto-fix', 'regenerate']),
    findings,
    score: z.number().optional(),
  }),
  /** The check put right what followed from the plan itself; patches are RFC 6902 on the named step. */
  'plan.fixed': z.object({
    ...planRevision,
    fixes: z.array(
      z.object({ step: z.string(), rule: z.string(), reason: z.string(), patch: z.array(patchOperationSchema) }),
    ),
  }),
  'plan.approved': z.object({ ...decided, policy: approvalPolicySchema, limits: approvalLimitsSchema.optional() }),
  /** Somebody, or the check, wants another draft. */
  'plan.revision-requested': z.object({
    ...decided,
    cause: z.enum(['feedback', 'check']),
    feedback: z.string().optional(),
    findings: findings.optional(),
  }),
  'plan.rejected': z.object({
    ...decided,
    reason: z.string(),
    /** Since a plan of the run was last approved, this one included. */
    rejections: z.number().int(),
    /** From the third on: what could be tried instead. */
    alternatives: z.array(alternativeSchema).optional(),
  }),
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
    model: z.string().optional(),
    session: sessionRefSchema.optional(),
    work: stepWorkSchema.optional(),
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
    model: z.string().optional(),
  }),
  'step.skipped': z.object({
    step,
    reason: z.string(),
    cause: z.enum(['person', 'agent', 'error-input', 'dependency', 'abort', 'cancel']),
  }),
  'step.interrupted': z.object({
    step,
    try: tryNumber,
    reason: z.string(),
    then: z.enum(['again', 'in-doubt', 'handed-over', 'asks']),
    usage: usageSchema.optional(),
    asked: askedSchema.optional(),
  }),
  /** A person allowed what the step asked for. */
  'step.granted': z.object({ step }),
  'step.requeued': z.object({ step, hint: z.string().optional() }),
  /** Their work was taken out of the workspace; they wait to run again. */
  'steps.undone': z.object({ steps: z.array(step) }),
  'result.ignored': z.object({
    step,
    try: tryNumber,
    outcome: z.enum(['done', 'failed', 'handed-over', 'asks']),
    reason: z.string(),
  }),
  /** On the way to an outcome: a retry, a fallback, a refusal. */
  'notice.recorded': z.object({
    phase: phaseSchema,
    agent: z.string(),
    step: step.optional(),
    try: tryNumber.optional(),
    notice: noticeSchema,
  }),
  /** What a planning phase did, and that it changed nothing. */
  'receipt.recorded': receiptSchema,
  'budget.set': z.object({ budget: budgetSchema.nullable() }),
  /** Room was made for a call before it was made. */
  'call.reserved': reservationSchema,
  'call.settled': z.object({ call: z.string(), usage: usageSchema.optional() }),
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
  ...coordinationEvents,
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
