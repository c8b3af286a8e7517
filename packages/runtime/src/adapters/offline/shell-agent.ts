import { errorInfo, type StepOutcome, type WorkOrder } from '@planwright/core';
import type { WorkOptions } from '../../ports/worker.js';
import type { ApprovedCommands } from '../approved-commands.js';
import { splitFilledTask } from './filled-task.js';
import { runForStep } from '../run-for-step.js';

/** Runs the commands a step's author wrote in backticks, or its `verify` commands; each only if a person approved exactly it. */
export async function shellOutcome(
  commands: ApprovedCommands,
  order: WorkOrder,
  options: WorkOptions,
): Promise<StepOutcome> {
  const { own } = splitFilledTask(order.task);
  const quoted = [...own.matchAll(/`([^`\n]+)`/g)]
    .map((match) => (match[1] ?? '').trim())
    .filter((command) => command !== '');
  const wanted = [...new Set([...quoted, ...order.verify])];
  if (wanted.length === 0) {
    const message = `step ${order.label} names no command; write it in backticks, exactly as it is to be run`;
    return { type: 'failed', error: errorInfo('tool-denied', message) };
  }
  return runForStep(commands, wanted, order, options);
}
