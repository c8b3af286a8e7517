import { errorInfo, type StepOutcome, type WorkOrder } from '@planwright/core';
import type { WorkOptions } from '../../ports/worker.js';
import type { WorkspaceReader } from '../../ports/workspace-reader.js';
import type { ApprovedCommands } from '../approved-commands.js';
import { type FoundCommands, findCommands } from './find-commands.js';
import { testCommandOf } from './project-commands.js';
import { quoteLine } from './quote.js';
import { runForStep } from '../run-for-step.js';

export type TesterTools = { readonly reader: WorkspaceReader; readonly commands: ApprovedCommands };

/** Runs the step's `verify` commands, or the project's own test command if a person approved it; without approval it names it. */
export async function testerOutcome(
  { reader, commands }: TesterTools,
  order: WorkOrder,
  options: WorkOptions,
): Promise<StepOutcome> {
  if (order.verify.length > 0) return runForStep(commands, order.verify, order, options);
  const found = await findCommands(reader, options);
  const test = testCommandOf(found.commands);
  if (!test) {
    const message = 'the project names no test command: no test script, target or test tool was found at its root';
    return { type: 'failed', error: errorInfo('agent-failed', message), next: 'skip' };
  }
  if (order.approvedCommands.includes(test.command)) return runForStep(commands, [test.command], order, options);
  return { type: 'done', answer: namedOnly(found, test) };
}

function namedOnly(
  { texts }: FoundCommands,
  { command, path, line }: NonNullable<ReturnType<typeof testCommandOf>>,
): string {
  return [
    `The tests are run with \`${command}\` (${path}:${line}); it was not run, because nobody approved it.`,
    `- ${quoteLine(path, line, texts.get(path)?.lines ?? [])}`,
  ].join('\n');
}
