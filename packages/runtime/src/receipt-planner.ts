import { changesBetween, type Notice, PlanwrightError, type Receipt, whyReceiptFails } from '@planwright/core';
import type { Planner } from './ports/worker.js';
import type { WorkspaceDigest } from './ports/workspaces.js';

/**
 * The same planner, with a receipt for every draft: what it looked at with, what it was refused, and the state of the
 * workspace before and after. A draft during which anything changed is no draft.
 */
export function createReceiptPlanner(
  planner: Planner,
  digest: (options: { readonly signal: AbortSignal }) => Promise<WorkspaceDigest>,
): Planner {
  return {
    ...planner,
    draft: async (task, options) => {
      const { signal, onNotice, onCall, onReceipt } = options;
      const calls = new Map<string, number>();
      const refused: Receipt['refused'] = [];
      const before = await digest({ signal });
      const draft = await planner.draft(task, {
        ...options,
        onNotice: (notice) => {
          note(notice, refused);
          onNotice?.(notice);
        },
        onCall: (tool) => {
          calls.set(tool, (calls.get(tool) ?? 0) + 1);
          onCall?.(tool);
        },
      });
      const after = await digest({ signal });
      const receipt: Receipt = {
        ...{ phase: 'plan', agent: 'planner', before: before.digest, after: after.digest },
        changes: [...changesBetween(before.files, after.files)],
        calls: [...calls].map(([tool, count]) => ({ tool, count })),
        refused,
      };
      onReceipt?.(receipt);
      const why = whyReceiptFails(receipt);
      if (why !== undefined) throw new PlanwrightError('workspace-changed', why);
      return draft;
    },
  };
}

function note(notice: Notice, refused: Receipt['refused']): void {
  if (notice.type === 'call-refused') refused.push({ tool: notice.tool, args: notice.args, reason: notice.reason });
}
