import { errorInfo, type SettledOutcome, type WorkOrder } from '@planwright/core';
import type { WorkOptions } from '../../ports/worker.js';
import { runCommands } from '../../run-commands.js';
import type { AgentTools } from './agent-tools.js';
import { splitFilledTask } from './filled-task.js';

/** Runs the commands a step's author wrote in backticks, each only if a person approved exactly it. */
export async function shellOutcome(
  { commands }: Pick<AgentTools, 'commands'>,
  order: WorkOrder,
  options: WorkOptions,
): Promise<SettledOutcome> {
  const { own } = splitFilledTask(order.task);
  const quoted = [...own.matchAll(/`([^`\n]+)`/g)]
    .map((match) => (match[1] ?? '').trim())
    // What proves the step is run after it, by whoever proves all steps.
    .filter((command) => command !== '' && !order.verify.includes(command));
  const wanted = [...new Set(quoted)];
  if (wanted.length > 0) return runCommands(commands, wanted, order, options);
  if (order.verify.length > 0)
    return { type: 'done', answer: `Nothing to run but what proves the step: ${listedCommands(order.verify)}.` };
  const message = `step ${order.label} names no command; write it in backticks, exactly as it is to be run`;
  return { type: 'failed', error: errorInfo('tool-denied', message) };
}

/** Commands as people read them in a sentence. */
export function listedCommands(commands: readonly string[]): string {
  return commands.map((command) => `\`${command}\``).join(', ');
}
