import { addUsage, PlanwrightError, toErrorInfo, type Usage } from '@planwright/core';
import { consultPhase } from './consult-phase.js';
import type { Consultation, ConsultOptions, Council } from './ports/council.js';
import type { WorkOptions } from './ports/worker.js';
import { createSharedDigest } from './shared-digest.js';
import { type Looking, type TakeDigest, watch, withReceipt } from './with-receipt.js';

/**
 * The same council, with receipts: an agent's word is passed on only after it was proven that nothing changed while it came
 * to it, so that the proof stands before the word. An agent that ends without a word has a receipt, too. Where files did
 * change meanwhile, the word is not taken and the agent is asked again.
 */
export function createReceiptCouncil(council: Council, take: TakeDigest): Council {
  // Agents begin together, and often end together.
  const digest = createSharedDigest(take);
  return {
    consult: async (order, options) => {
      const looking = { phase: consultPhase(order), agent: order.agent.id, options, digest };
      const spent = createSpent();
      const ask = () =>
        consult(looking, spent, async (watching) => {
          if (council.waitsToAct !== true) await watching.watched;
          return council.consult(order, { ...options, ...watching });
        });
      try {
        return await untilUndisturbed(ask, options);
      } catch (error) {
        if (!isDisturbed(error)) throw error;
        return { gaveUp: toErrorInfo(error, 'workspace-changed'), ...spent.withAll(undefined) };
      }
    },
    evaluate: async (order, options) => {
      const looking = { phase: 'evaluate', agent: order.evaluator.id, options, digest } as const;
      const spent = createSpent();
      const judge = () =>
        withReceipt(looking, async (hooks) => {
          const { usage, ...evaluation } = await council.evaluate(order, { ...options, ...hooks });
          return { ...evaluation, ...spent.withAll(usage) };
        });
      try {
        return await untilUndisturbed(judge, options);
      } catch (error) {
        if (!isDisturbed(error)) throw error;
        return { verdict: null, note: error.message, ...spent.withAll(undefined) };
      }
    },
  };
}

type Watching = Pick<ConsultOptions, 'onNotice' | 'onCall' | 'say' | 'watched'>;

/** Throws `workspace-changed` in place of a word that something changed during. */
async function consult(
  looking: Looking & { readonly options: ConsultOptions },
  spent: Spent,
  ask: (watching: Watching) => Promise<Consultation>,
): Promise<Consultation> {
  const { watched, hooks, prove } = watch(looking);
  let words = 0;
  let changed: string | undefined;
  const say: ConsultOptions['say'] = async (said, usage) => {
    words += 1;
    const { usage: all } = spent.withAll(usage);
    changed = await prove();
    if (changed !== undefined) return { ok: false, reason: changed, isOver: true };
    spent.forget();
    return looking.options.say(said, all);
  };
  const consultation = await ask({ ...hooks, say, watched });
  if (words === 0) await prove();
  if (changed !== undefined) throw new PlanwrightError('workspace-changed', changed);
  return consultation;
}

/** A program that never stops writing must not have agents asked for ever. */
const mostAsked = 3;

/** Asks again while somebody changes files: whoever looks on meanwhile is not to blame. */
async function untilUndisturbed<Result>(ask: () => Promise<Result>, { onNotice }: WorkOptions): Promise<Result> {
  for (let asked = 1; asked < mostAsked; asked += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!isDisturbed(error)) throw error;
      onNotice?.({ type: 'asked-again', reason: error.message });
    }
  }
  return ask();
}

function isDisturbed(error: unknown): error is PlanwrightError {
  return PlanwrightError.is(error) && error.code === 'workspace-changed';
}

type Spent = ReturnType<typeof createSpent>;

/** What words cost that were not passed on, which the next one tells. */
function createSpent() {
  let untold: Usage | undefined;
  return {
    withAll: (usage: Usage | undefined): { readonly usage?: Usage } => {
      if (usage !== undefined) untold = addUsage(untold ?? {}, usage);
      return untold === undefined ? {} : { usage: untold };
    },
    forget: (): void => {
      untold = undefined;
    },
  };
}
