import { errorInfo, type StepOutcome } from '@planwright/core';
import * as z from 'zod';
import type { ToolCall, ToolSpec } from './ports/model.js';

const doneSchema = z.object({ answer: z.string().refine((text) => text.trim() !== '') });
const failedSchema = z.object({
  reason: z.string().refine((text) => text.trim() !== ''),
  next: z.enum(['retry', 'skip', 'abort', 'revise']).optional(),
});

/** The tools with which an agent ends its step. */
export const settlingTools: readonly ToolSpec[] = [
  {
    name: 'step_done',
    description: 'Ends the step: it is done. The first line of the answer sums it up.',
    parameters: { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'] },
  },
  {
    name: 'step_failed',
    description: 'Ends the step: it cannot be done. Says why, and what should follow.',
    parameters: {
      type: 'object',
      properties: { reason: { type: 'string' }, next: { type: 'string', enum: ['retry', 'skip', 'abort', 'revise'] } },
      required: ['reason'],
    },
  },
];

/** What a call of a settling tool comes to: the step's outcome, or what is wrong with the call. Undefined for other tools. */
export function settle(call: ToolCall): { readonly result: StepOutcome } | { readonly problem: string } | undefined {
  if (call.name === 'step_done') {
    const parsed = doneSchema.safeParse(call.args);
    if (!parsed.success) return { problem: 'step_done needs "answer", a text that is not empty' };
    return { result: { type: 'done', answer: parsed.data.answer } };
  }
  if (call.name === 'step_failed') {
    const parsed = failedSchema.safeParse(call.args);
    if (!parsed.success)
      return { problem: 'step_failed needs "reason", a text, and may have "next": retry, skip, abort or revise' };
    const { reason, next } = parsed.data;
    return { result: { type: 'failed', error: errorInfo('agent-failed', reason), ...(next ? { next } : {}) } };
  }
  return undefined;
}
