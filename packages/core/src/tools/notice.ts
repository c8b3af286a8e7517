import { z } from 'zod';
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
  }
}
