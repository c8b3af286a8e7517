import type { Notice, Receipt, Usage } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import { aConsultOrder, anEvaluationOrder } from './adapters/council/testing/a-consult-order.js';
import type { ConsultOptions, Council } from './ports/council.js';
import { createReceiptCouncil } from './receipt-council.js';

const { signal } = new AbortController();
const vote = { type: 'vote', proposal: 'agent2.1', reason: '' } as const;

/** A council at work in a folder that is a map of files. */
function watched(
  work: (files: Map<string, string>, options: ConsultOptions) => Promise<unknown>,
  judge: (files: Map<string, string>) => unknown = () => undefined,
) {
  const files = new Map([['a.ts', '1']]);
  const told: (Receipt | 'said')[] = [];
  const council: Council = {
    consult: async (_order, options) => {
      options.onCall?.('read');
      options.onNotice?.({
        type: 'call-refused',
        tool: 'write',
        class: 'writes',
        args: 'a.ts',
        reason: 'only reading',
      });
      await work(files, options);
      return {};
    },
    evaluate: async () => (judge(files), { verdict: { type: 'submit' }, usage: { inputTokens: 5 } }),
  };
  const digest = async () => ({ digest: JSON.stringify([...files]), files: new Map(files) });
  const options = {
    signal,
    onReceipt: (receipt: Receipt) => told.push(receipt),
    say: async () => (told.push('said'), { ok: true } as const),
  };
  return { council: createReceiptCouncil(council, digest), told, options };
}

describe('a council with receipts', () => {
  it('proves that nothing changed before a word is passed on, and tells what was refused', async () => {
    const { council, told, options } = watched((_files, { say }) => say(vote));
    expect(await council.consult(aConsultOrder({ mayVote: true, round: 2 }), options)).toEqual({});
    expect(told).toMatchObject([
      { phase: 'vote', agent: 'a', changes: [], calls: [{ tool: 'read', count: 1 }], refused: [{ tool: 'write' }] },
      'said',
    ]);
    const [receipt] = told;
    expect(receipt !== 'said' && receipt?.after).toBe(receipt !== 'said' && receipt?.before);
  });

  it('has a receipt also of an agent without a word, and of an evaluator', async () => {
    const { council, told, options } = watched(async () => undefined);
    await council.consult(aConsultOrder(), options);
    await council.evaluate(anEvaluationOrder(), { ...options, verified: [] });
    expect(told).toMatchObject([
      { phase: 'propose', agent: 'a' },
      { phase: 'evaluate', agent: 'b', changes: [] },
    ]);
  });

  it.each([
    ['asks at once who waits by itself before it acts', true, ['asked', 'looked']],
    ['asks anybody else when it was looked at what there is', undefined, ['looked', 'asked']],
  ])('%s', async (_, waitsToAct, order) => {
    const happened: string[] = [];
    const council: Council = {
      waitsToAct,
      consult: async (_order, { watched: isWatched, say }) => {
        happened.push('asked');
        await isWatched;
        return say(vote).then(() => ({}));
      },
      evaluate: async () => ({ verdict: null }),
    };
    const digest = async () => {
      await new Promise(setImmediate);
      happened.push('looked');
      return { digest: 'd', files: new Map<string, string>() };
    };
    await createReceiptCouncil(council, digest).consult(aConsultOrder(), watched(async () => undefined).options);
    expect(happened).toEqual([...order, 'looked']);
  });

  it('lets nobody speak where it could not be looked at what there is', async () => {
    const { told, options } = watched(async () => undefined);
    const council: Council = {
      waitsToAct: true,
      consult: (_order, { say }) => say(vote).then(() => ({})),
      evaluate: async () => ({ verdict: null }),
    };
    const unreadable = createReceiptCouncil(council, () => Promise.reject(new Error('no such folder')));
    await expect(unreadable.consult(aConsultOrder(), options)).rejects.toThrow('no such folder');
    expect(told).toEqual([]);
  });

  it('asks again when somebody changed files meanwhile, tells why, and passes on what all of it cost', async () => {
    const isFirst = once();
    const { council, told, options } = watched((files, { say }) => {
      if (isFirst()) files.set('b.ts', 'new');
      return say(vote, { inputTokens: 10 });
    });
    const notices: Notice[] = [];
    const usages: (Usage | undefined)[] = [];
    const say: ConsultOptions['say'] = (_said, usage) => (usages.push(usage), options.say());
    const onNotice = (notice: Notice) => notices.push(notice);
    expect(await council.consult(aConsultOrder(), { ...options, say, onNotice })).toEqual({});
    expect(told).toMatchObject([{ changes: [{ path: 'b.ts', change: 'added' }] }, { changes: [] }, 'said']);
    expect(notices.filter(({ type }) => type === 'asked-again')).toEqual([
      { type: 'asked-again', reason: 'files changed during propose, which may only look: b.ts (added)' },
    ]);
    expect(usages).toEqual([{ inputTokens: 20 }]);
  });

  it('tells what a word cost once, also where the run does not take it and another follows', async () => {
    const { council, options } = watched(async (_files, { say }) => {
      await say(vote, { inputTokens: 10 });
      await say(vote, { inputTokens: 3 });
    });
    const usages: (Usage | undefined)[] = [];
    const say: ConsultOptions['say'] = async (_said, usage) => {
      usages.push(usage);
      return { ok: false, reason: 'there is no such proposal', isOver: false };
    };
    await council.consult(aConsultOrder(), { ...options, say });
    expect(usages).toEqual([{ inputTokens: 10 }, { inputTokens: 3 }]);
  });

  it('gives up, with no word passed on, where files never stop changing', async () => {
    let count = 0;
    const { council, told, options } = watched((files, { say }) => {
      files.set('b.ts', String((count += 1)));
      return say(vote, { inputTokens: 1 });
    });
    expect(await council.consult(aConsultOrder(), options)).toMatchObject({
      gaveUp: { code: 'workspace-changed' },
      usage: { inputTokens: 3 },
    });
    expect(told).toHaveLength(3);
    expect(told).not.toContain('said');
  });

  it('has a result judged again when files changed meanwhile', async () => {
    const isFirst = once();
    const { council, told, options } = watched(
      async () => undefined,
      (files) => {
        if (isFirst()) files.set('b.ts', 'new');
      },
    );
    const judged = await council.evaluate(anEvaluationOrder(), { ...options, verified: [] });
    expect(judged).toMatchObject({ verdict: { type: 'submit' }, usage: { inputTokens: 10 } });
    expect(told).toMatchObject([{ changes: [{ path: 'b.ts' }] }, { changes: [] }]);
  });

  it('has no verdict where files never stop changing, and tells what it cost to find out', async () => {
    let count = 0;
    const { council, options } = watched(
      async () => undefined,
      (files) => files.set('b.ts', String((count += 1))),
    );
    expect(await council.evaluate(anEvaluationOrder(), { ...options, verified: [] })).toEqual({
      verdict: null,
      note: 'files changed during evaluate, which may only look: b.ts (changed)',
      usage: { inputTokens: 15 },
    });
  });
});

function once(): () => boolean {
  let isFirst = true;
  return () => isFirst && !(isFirst = false);
}
