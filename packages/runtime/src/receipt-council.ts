import { consultPhase } from './consult-phase.js';
import type { Council } from './ports/council.js';
import { createSharedDigest } from './shared-digest.js';
import { type TakeDigest, watch, withReceipt } from './with-receipt.js';

/**
 * The same council, with receipts: an agent's word is passed on only after it was proven that nothing changed while it came
 * to it, so that the proof stands before the word. An agent that ends without a word has a receipt, too.
 */
export function createReceiptCouncil(council: Council, take: TakeDigest): Council {
  // Agents begin together, and often end together.
  const digest = createSharedDigest(take);
  return {
    consult: async (order, options) => {
      const { hooks, prove } = await watch({ phase: consultPhase(order), agent: order.agent.id, options, digest });
      let words = 0;
      const say: typeof options.say = async (said, usage) => {
        words += 1;
        await prove();
        return options.say(said, usage);
      };
      const consultation = await council.consult(order, { ...options, ...hooks, say });
      if (words === 0) await prove();
      return consultation;
    },
    evaluate: (order, options) =>
      withReceipt({ phase: 'evaluate', agent: order.evaluator.id, options, digest }, (hooks) =>
        council.evaluate(order, { ...options, ...hooks }),
      ),
  };
}
