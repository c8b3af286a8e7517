import { changesBetween, type Notice, PlanwrightError, type Receipt, whyReceiptFails } from '@planwright/core';
import type { WorkOptions } from './ports/worker.js';
import type { WorkspaceDigest } from './ports/workspaces.js';

/** The state of the workspace now. */
export type TakeDigest = (options: { readonly signal: AbortSignal }) => Promise<WorkspaceDigest>;

/** Who looks, who is told about it, and what tells whether anything changed. */
export type Looking = Pick<Receipt, 'phase' | 'agent'> & {
  readonly options: WorkOptions;
  readonly digest: TakeDigest;
};

/** Somebody who may only look, watched. */
export type Watched = {
  /** Settles when the watching has begun; rejects when it cannot. */
  readonly watched: Promise<void>;
  readonly hooks: Pick<WorkOptions, 'onNotice' | 'onCall'>;
  /**
   * Gives the receipt for all since the watching began: what was looked at with, what was refused, and the state of the
   * workspace then and now. Resolves with what changed meanwhile, in a sentence; undefined when nothing did.
   */
  readonly prove: () => Promise<string | undefined>;
};

export function watch({ phase, agent, options, digest }: Looking): Watched {
  const { signal, onNotice, onCall, onReceipt } = options;
  const taken = digest({ signal });
  const watched = taken.then(() => undefined);
  // Who does not wait for it learns of its failure from the proof.
  watched.catch(() => undefined);
  const calls = new Map<string, number>();
  const refused: Receipt['refused'] = [];
  return {
    watched,
    hooks: {
      onNotice: (notice: Notice) => {
        if (notice.type === 'call-refused')
          refused.push({ tool: notice.tool, args: notice.args, reason: notice.reason });
        onNotice?.(notice);
      },
      onCall: (tool: string) => {
        calls.set(tool, (calls.get(tool) ?? 0) + 1);
        onCall?.(tool);
      },
    },
    prove: async () => {
      const before = await taken;
      const after = await digest({ signal });
      const receipt: Receipt = {
        ...{ phase, agent, before: before.digest, after: after.digest },
        changes: [...changesBetween(before.files, after.files)],
        calls: [...calls].map(([tool, count]) => ({ tool, count })),
        refused: [...refused],
      };
      onReceipt?.(receipt);
      return whyReceiptFails(receipt);
    },
  };
}

/**
 * Work that may only look, with a receipt at its end, also where nothing comes of it. Throws `workspace-changed` when anything
 * changed meanwhile.
 */
export async function withReceipt<Result>(
  looking: Looking,
  work: (hooks: Watched['hooks']) => Promise<Result>,
): Promise<Result> {
  const { watched, hooks, prove } = watch(looking);
  await watched;
  const working = work(hooks);
  await working.catch(() => undefined);
  looking.options.signal.throwIfAborted();
  const changed = await prove();
  if (changed !== undefined) throw new PlanwrightError('workspace-changed', changed);
  return working;
}
