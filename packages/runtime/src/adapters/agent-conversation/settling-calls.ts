import { readSettlement, stated } from '@planwright/core';
import type { ModelRequest, ToolCall } from '../../ports/model.js';

/** Whether the request is for a step, which its agent has to end. */
export function isToSettle({ tools }: Pick<ModelRequest, 'tools'>): boolean {
  return tools.some(({ name }) => name === 'step_done');
}

/** An agent program has tools of its own and none of ours: it ends a step by what it says, which counts as the call. */
export function settlingCalls(request: Pick<ModelRequest, 'tools' | 'turn'>, text: string): readonly ToolCall[] {
  if (!isToSettle(request)) return [];
  const id = `settlement-${request.turn}`;
  const settlement = readSettlement(text);
  switch (settlement.type) {
    case 'done':
      return [{ id, name: 'step_done', args: { answer: settlement.answer } }];
    case 'failed':
      return [{ id, name: 'step_failed', args: stated({ reason: settlement.reason, next: settlement.next }) }];
    case 'none':
      return [];
  }
}
