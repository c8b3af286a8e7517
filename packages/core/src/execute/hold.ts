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

/** Whether `meant` is this hold. Several steps may cause the same hold on the plan; who names none of them means all. */
export function isHold(hold: Hold, meant: Pick<Hold, 'on' | 'reason' | 'about'>): boolean {
  return (
    hold.on === meant.on && hold.reason === meant.reason && (meant.about === undefined || hold.about === meant.about)
  );
}
