import * as z from 'zod';
import { toolClassSchema } from './tool-class.js';
import { modelFailureKinds, type ModelFailureKind } from './model-failure.js';

const failure = z.enum(modelFailureKinds as readonly [ModelFailureKind, ...ModelFailureKind[]]);

/** What happened on the way to an outcome that a supervisor should be able to look up: every retry, fallback and refusal. */
export const noticeSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('model-retried'),
    model: z.string(),
    failure,
    reason: z.string(),
    afterMs: z.number().int(),
  }),
  z.object({ type: z.literal('model-replaced'), from: z.string(), to: z.string(), failure, reason: z.string() }),
  z.object({
    type: z.literal('call-refused'),
    tool: z.string(),
    class: toolClassSchema,
    /** The arguments, shortened and without secrets. */
    args: z.string(),
    reason: z.string(),
  }),
  /** Files changed while an agent that only looks was at work: what it said was not taken, and that is not its fault. */
  z.object({ type: z.literal('asked-again'), reason: z.string() }),
  /** Files of the project changed while a tool was called that works outside the step's own folder. */
  z.object({
    type: z.literal('project-changed'),
    tool: z.string(),
    changes: z.array(z.object({ path: z.string(), change: z.enum(['added', 'changed', 'deleted']) })),
    /** How many more there are. */
    more: z.number().int(),
  }),
]);
export type Notice = z.infer<typeof noticeSchema>;

/** A notice as a sentence. */
export function noticeText(notice: Notice): string {
  switch (notice.type) {
    case 'model-retried':
      return `${notice.model} asked again after ${notice.afterMs} ms (${notice.reason})`;
    case 'model-replaced':
      return `${notice.to} instead of ${notice.from} (${notice.reason})`;
    case 'call-refused':
      return `${notice.tool} refused: ${notice.reason}`;
    case 'asked-again':
      return `asked again (${notice.reason})`;
    case 'project-changed':
      return `your own files changed while ${notice.tool} was called: ${changedFiles(notice)}; undo does not take that back`;
  }
}

function changedFiles({ changes, more }: Extract<Notice, { type: 'project-changed' }>): string {
  const named = changes.map(({ path, change }) => `${path} (${change})`).join(', ');
  return more === 0 ? named : `${named} and ${more} more`;
}
