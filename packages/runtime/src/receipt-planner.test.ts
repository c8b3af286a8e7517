import type { Receipt } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import type { Draft, Planner, WorkOptions } from './ports/worker.js';
import { createReceiptPlanner } from './receipt-planner.js';

const draft: Draft = {
  ok: true,
  plan: { goal: 'g', mode: 'parallel', advance: 'auto', venue: 'main', steps: [], extra: {} },
  notes: [],
};

/** A planner at work in a folder that is a map of files. */
function planning(
  work: (files: Map<string, string>, options: WorkOptions) => void,
  signal: AbortSignal = new AbortController().signal,
) {
  const files = new Map([['a.ts', '1']]);
  const receipts: Receipt[] = [];
  const planner: Planner = { draft: async (_task, options) => (work(files, options), draft) };
  const digest = async () => ({ digest: JSON.stringify([...files]), files: new Map(files) });
  const drafted = createReceiptPlanner(planner, digest).draft('task', {
    signal,
    onReceipt: (receipt) => receipts.push(receipt),
  });
  return { drafted, receipts };
}

describe('a planner with a receipt', () => {
  it('tells the calls it made and those it was refused', async () => {
    const { drafted, receipts } = planning((_files, { onCall, onNotice }) => {
      onCall?.('read');
      onCall?.('read');
      onNotice?.({ type: 'call-refused', tool: 'write', class: 'writes', args: 'path=a.ts', reason: 'only reading' });
    });
    expect(await drafted).toBe(draft);
    expect(receipts).toMatchObject([
      {
        phase: 'plan',
        calls: [{ tool: 'read', count: 2 }],
        refused: [{ tool: 'write', args: 'path=a.ts' }],
        changes: [],
      },
    ]);
    expect(receipts[0]?.before).toBe(receipts[0]?.after);
  });

  it('is no planner when anything changed, and says what', async () => {
    const { drafted, receipts } = planning((files) => files.set('b.ts', 'new'));
    await expect(drafted).rejects.toMatchObject({
      code: 'workspace-changed',
      message: 'files changed during plan, which may only look: b.ts (added)',
    });
    expect(receipts).toMatchObject([{ changes: [{ path: 'b.ts', change: 'added' }] }]);
  });

  it('has one also when it fails, and what changed is the worse failure', async () => {
    const failing = planning(() => {
      throw new Error('no answer');
    });
    await expect(failing.drafted).rejects.toThrow('no answer');
    expect(failing.receipts).toMatchObject([{ phase: 'plan', changes: [] }]);
    const hiding = planning((files) => {
      files.delete('a.ts');
      throw new Error('no answer');
    });
    await expect(hiding.drafted).rejects.toMatchObject({ code: 'workspace-changed' });
    expect(hiding.receipts).toMatchObject([{ changes: [{ path: 'a.ts', change: 'deleted' }] }]);
  });

  it('that is stopped rejects with the reason of its signal, without one', async () => {
    const stop = new AbortController();
    const { drafted, receipts } = planning(() => {
      stop.abort(new Error('cancelled'));
      throw new Error('cut off');
    }, stop.signal);
    await expect(drafted).rejects.toThrow('cancelled');
    expect(receipts).toEqual([]);
  });
});
