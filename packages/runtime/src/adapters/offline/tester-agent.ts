import { errorInfo, type SettledOutcome, type WorkOrder } from '@planwright/core';
import type { ReadOptions } from '../../ports/workspace-reader.js';
import type { WorkOptions } from '../../ports/worker.js';
import { runCommands } from '../../run-commands.js';
import type { AgentTools } from './agent-tools.js';
import { splitFilledTask } from './filled-task.js';
import { type FoundCommands, findCommands } from './find-commands.js';
import { findPlaces } from './find-places.js';
import { namedIn } from './named-in-task.js';
import { type ProjectCommand, testCommandOf } from './project-commands.js';
import { quoteLine } from './quote.js';
import { listedCommands } from './shell-agent.js';
import type { Sources } from './sources.js';
import { narrowTestCommand } from './test-runner.js';
import { testsOfFiles } from './tests-of-files.js';

/**
 * Runs the narrowest of the project's test commands that fits the files of the step, if a person approved it; without approval
 * it names the command. What stands in `verify` is run by whoever proves all steps, and not twice.
 */
export async function testerOutcome(
  { sources, commands }: AgentTools,
  order: WorkOrder,
  options: WorkOptions,
): Promise<SettledOutcome> {
  if (order.verify.length > 0) return { type: 'done', answer: `Tested by ${listedCommands(order.verify)}.` };
  const found = await findCommands(sources, options);
  const narrow = await narrowCommand(found, order, sources, options);
  const whole = testCommandOf(found.commands);
  const wanted = [narrow, whole].filter((command) => command !== undefined);
  const [test] = wanted;
  if (!test) {
    const message = 'the project names no test command: no test script, target or test tool was found at its root';
    return { type: 'failed', error: errorInfo('agent-failed', message), next: 'skip' };
  }
  const approved = wanted.find(({ command }) => order.approvedCommands.includes(command));
  if (approved) return runCommands(commands, [approved.command], order, options);
  return { type: 'done', answer: namedOnly(found, test) };
}

async function narrowCommand(
  found: FoundCommands,
  order: WorkOrder,
  sources: Sources,
  options: ReadOptions,
): Promise<ProjectCommand | undefined> {
  const paths = (await sources.list(options)).files.map(({ path }) => path);
  const { own } = splitFilledTask(order.task);
  const concerned = findPlaces([...namedIn(own).paths, ...order.files], paths).files.map(({ path }) => path);
  return narrowTestCommand(found, await testsOfFiles([...new Set(concerned)], sources, options), paths);
}

function namedOnly({ texts }: FoundCommands, { command, path, line }: ProjectCommand): string {
  return [
    `The tests are run with \`${command}\` (${path}:${line}); it was not run, because nobody approved it.`,
    `- ${quoteLine(path, line, texts.get(path)?.lines ?? [])}`,
  ].join('\n');
}
