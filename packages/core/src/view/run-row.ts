import * as z from 'zod';
import { pauseOf, planState, type RunState } from '../run/state.js';

/** What a list shows of a run: written beside the events in the same transaction, and rebuilt from them. */
export const runRowSchema = z.object({
  id: z.string(),
  goal: z.string(),
  state: z.enum(['planning', 'draft', 'running', 'paused', 'done', 'failed', 'cancelled']),
  pauseReason: z.string().nullable(),
  stepsDone: z.number(),
  stepsTotal: z.number(),
  hadErrors: z.boolean(),
  revision: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Several agents proposed and voted. */
  coordinated: z.literal(true).optional(),
  /** Planning waits for answers to what it asked. */
  asks: z.literal(true).optional(),
});
export type RunRow = z.infer<typeof runRowSchema>;

/** The row of a run as it stands now. */
export function runRow(state: RunState): RunRow {
  return {
    id: state.id,
    goal: state.execution?.plan.goal === '' || state.execution === null ? state.task : state.execution.plan.goal,
    state: planState(state),
    pauseReason: pauseOf(state)?.reason ?? null,
    stepsDone: state.execution?.progress.done ?? 0,
    stepsTotal: state.execution?.steps.length ?? 0,
    hadErrors: state.hadErrors,
    revision: state.revision,
    createdAt: state.createdAt,
    updatedAt: state.updatedAt,
    ...(state.coordination === null ? {} : { coordinated: true }),
    ...(state.asked.length === 0 ? {} : { asks: true }),
  };
}
