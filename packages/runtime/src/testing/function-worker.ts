import { builtInAgents, type StepOutcome, type WorkOrder } from '@planwright/core';
import type { Worker, WorkOptions } from '../ports/worker.js';

/** A worker that is a function: an answer, or an outcome. It keeps the orders it was given. */
export function createFunctionWorker(
  work: (order: WorkOrder, options: WorkOptions) => string | StepOutcome | Promise<string | StepOutcome>,
): Worker & { readonly orders: readonly WorkOrder[] } {
  const orders: WorkOrder[] = [];
  return {
    agents: builtInAgents,
    orders,
    work: async (order, options) => {
      orders.push(order);
      const result = await work(order, options);
      return typeof result === 'string' ? { type: 'done', answer: result } : result;
    },
  };
}
