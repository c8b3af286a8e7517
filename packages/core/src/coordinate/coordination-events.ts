import * as z from 'zod';
import { usageSchema } from '../execute/step-outcome.js';
import { planSchema } from '../plan/plan.js';
import { stepIdSchema } from '../shared/ids.js';

const attempt = z.number().int();
const round = z.number().int();
const said = { attempt, round, agent: z.string(), usage: usageSchema.optional() };

/** A proposal as it stands on the paper: what a ballot binds. */
export const paperLineSchema = z.object({ proposal: z.string(), hash: z.string() });

/** What the check said about a proposal. */
export const proposalCheckSchema = z.object({
  result: z.enum(['pass', 'auto-fix', 'regenerate']),
  score: z.number(),
  critical: z.number().int(),
  minor: z.number().int(),
});

/** Why something an agent said was not taken. */
export const refusalCodeSchema = z.enum([
  'too-late',
  'twice',
  'no-tool',
  'several-calls',
  'arguments',
  'too-large',
  'empty',
  'unreadable',
  'duplicate',
  'near-duplicate',
  'done-already',
  'too-many-answers',
  'last-round',
  'not-the-graft',
  'nothing-to-vote-for',
  'unknown-proposal',
  'stale-proposal',
  'own-proposal',
]);

const wantedStep = { proposal: z.string(), step: z.string(), title: z.string() };

/** A winner, by which rule, and who saw it otherwise. */
export const choiceSchema = z.object({
  ...paperLineSchema.shape,
  agent: z.string(),
  /** What decided: votes, then the check, then the order of registration; or why there was nothing to decide. */
  rule: z.enum(['votes', 'check', 'order', 'only', 'skipped', 'revised']),
  tally: z.array(z.object({ proposal: z.string(), votes: z.number().int() })).readonly(),
  dissent: z.array(z.object({ agent: z.string(), proposal: z.string(), reason: z.string() })).readonly(),
  /** Time ran out; the ballots there were reached the quorum. */
  atTimeout: z.boolean().optional(),
  /** The proposal that was voted for, where its author took further steps in afterwards. */
  graftOf: z.string().optional(),
});

/** What can happen while agents come to a plan, and when its result is judged. */
export const coordinationEvents = {
  /** `asked` names one agent where only it is asked: to change its plan as a person wants. */
  'round.started': z.object({
    attempt,
    round,
    paper: z.array(paperLineSchema).readonly(),
    asked: z.string().optional(),
  }),
  'proposal.received': z.object({
    ...said,
    /** `agent1.2`: the second of agent1. */
    proposal: z.string(),
    hash: z.string(),
    plan: planSchema.optional(),
    text: z.string().optional(),
    check: proposalCheckSchema.optional(),
    notes: z.array(z.string()).readonly().optional(),
  }),
  'said.refused': z.object({ ...said, code: refusalCodeSchema, reason: z.string() }),
  'vote.cast': z.object({
    ...said,
    ...paperLineSchema.shape,
    reason: z.string(),
    /** Steps of other proposals that it would like to see taken in. */
    wants: z.array(z.string()).readonly().optional(),
  }),
  /** It wants to vote where there is nothing to vote for yet, and others propose: it waits for the next round. */
  'agent.passed': z.object(said),
  'agent.retired': z.object({
    attempt,
    agent: z.string(),
    reason: z.string(),
    code: z.string().optional(),
    usage: usageSchema.optional(),
  }),
  /** Starts a round of its own, in which only the winner's author is asked. */
  'graft.offered': z.object({
    attempt,
    round,
    choice: choiceSchema,
    steps: z.array(z.object({ ...wantedStep, wanted: z.number().int() })).readonly(),
  }),
  'proposal.chosen': choiceSchema.extend({ attempt }),
  'coordination.failed': z.object({
    attempt,
    reason: z.enum(['no-quorum', 'no-proposal', 'timeout', 'budget']),
    message: z.string(),
  }),
  /** There is money again: who was retired for want of it is asked again where the attempt stopped, and has its time again. */
  'coordination.reopened': z.object({ attempt }),
  'evaluation.finished': z.object({
    attempt,
    evaluator: z.string(),
    verdict: z.enum(['submit', 'restart', 'not-evaluated']),
    /** Absent where the evaluator gave none. */
    reason: z.string().optional(),
    instructions: z.string().optional(),
    usage: usageSchema.optional(),
  }),
  /** `attempt` is the new one; the steps that are `kept` are done and stay in the plan. */
  'run.restarted': z.object({
    attempt,
    reason: z.string().optional(),
    instructions: z.string().optional(),
    kept: z.array(stepIdSchema).readonly(),
  }),
} as const;

export type CoordinationEventType = keyof typeof coordinationEvents;

/** Whether something happened in a coordination: all of that is folded, and told, in one place. */
export function isCoordinationEvent<Event extends { readonly type: string }>(
  event: Event,
): event is Extract<Event, { readonly type: CoordinationEventType }> {
  return Object.hasOwn(coordinationEvents, event.type);
}

export type CoordinationData<Type extends CoordinationEventType> = z.infer<(typeof coordinationEvents)[Type]>;
export type PaperLine = z.infer<typeof paperLineSchema>;
export type ProposalCheck = z.infer<typeof proposalCheckSchema>;
export type RefusalCode = z.infer<typeof refusalCodeSchema>;
export type Choice = z.infer<typeof choiceSchema>;
