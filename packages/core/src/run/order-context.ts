import type { OrderContext } from '../execute/work-order.js';
import { presenterOf } from './evaluation-order.js';
import type { RunState } from './state.js';

/** What a run knows about its steps beside their plan: who carries out what names no agent, what is never written, how long it may take. */
export function orderContext(state: RunState): OrderContext {
  return {
    presenter: presenterOf(state),
    pathRules: state.coordination?.settings.pathRules,
    timeMs: state.budget?.stepTimeMs,
  };
}
