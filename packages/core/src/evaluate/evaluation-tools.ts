import type { Verdict } from '../coordinate/consult-order.js';
import type { WorkflowTool } from '../coordinate/consult-tools.js';
import type { WorkflowCall } from '../coordinate/read-consulted.js';

/** The tools with which an evaluator ends. */
export const evaluationTools: readonly WorkflowTool[] = [
  {
    name: 'submit',
    description: 'The task is done: the answer goes out as it is.',
    parameters: {
      type: 'object',
      properties: { confirmed: { type: 'boolean', enum: [true] } },
      required: ['confirmed'],
      additionalProperties: false,
    },
  },
  {
    name: 'restart_orchestration',
    description: 'Something is missing: the agents plan that, and nothing that is done is repeated.',
    parameters: {
      type: 'object',
      properties: {
        reason: { type: 'string', description: 'What is missing or wrong, and where it was seen.' },
        instructions: { type: 'string', description: 'What is to be achieved next.' },
      },
      required: ['reason', 'instructions'],
      additionalProperties: false,
    },
  },
];

export type ReadVerdict =
  { readonly ok: true; readonly verdict: Verdict } | { readonly ok: false; readonly reason: string };

/**
 * The verdict in the calls of one reply, or why there is none. Asking for a restart outweighs submitting in the same
 * breath: a doubt is not a confirmation. What a restart leaves out is empty, never made up.
 */
export function readVerdict(calls: readonly WorkflowCall[]): ReadVerdict {
  const restart = calls.find(({ name }) => name === 'restart_orchestration');
  if (restart !== undefined) {
    const { reason, instructions } = restart.args;
    return { ok: true, verdict: { type: 'restart', reason: textOf(reason), instructions: textOf(instructions) } };
  }
  const isSubmitted = calls.some(({ name, args }) => name === 'submit' && args['confirmed'] !== false);
  if (isSubmitted) return { ok: true, verdict: { type: 'submit' } };
  return { ok: false, reason: 'no verdict was given: call submit or restart_orchestration' };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
