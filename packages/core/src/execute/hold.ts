import * as z from 'zod';
import { stepIdSchema } from '../shared/ids.js';

/** Why something waits, in the order in which `pauseReason` prefers them when several apply. */
export const holdReasons = [
  'supervisor',
  'retry_cap',
  'revise',
  'auto_throttle',
  'manual_gate',
  'budget',
  'approval',
  'handoff',
  'room_archived',
] as const;
export const holdReasonSchema = z.enum(holdReasons);
export type HoldReason = z.infer<typeof holdReasonSchema>;

/** A pause, on the plan or on one step. `about` names the step that caused a hold on the plan. */
export const holdSchema = z.object({
  on: z.union([z.literal('plan'), stepIdSchema]),
  reason: holdReasonSchema,
  about: stepIdSchema.optional(),
  note: z.string().optional(),
});
export type Hold = z.infer<typeof holdSchema>;

/** `approval` and `budget` are released by their own commands only. */
export function clearedByResume(reason: HoldReason): boolean {
  return reason !== 'approval' && reason !== 'budget';
}

/** Each step that waits holds the plan for itself: what one waits for may be settled while the others still wait. */
export function sameHold(a: Hold, b: Pick<Hold, 'on' | 'reason' | 'about'>): boolean {
  return a.on === b.on && a.reason === b.reason && a.about === b.about;
}

/** Where no step is named, all holds for this reason are cleared. */
export function isClearedBy(hold: Hold, { on, reason, about }: Pick<Hold, 'on' | 'reason' | 'about'>): boolean {
  return hold.on === on && hold.reason === reason && (about === undefined || hold.about === about);
}
