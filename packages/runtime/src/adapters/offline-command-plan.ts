import { assessTask, type Plan } from '@planwright/core';
import type { ReadOptions, WorkspaceReader } from '../ports/workspace-reader.js';
import { succeeds } from './offline/draft-change.js';
import { findCommands } from './offline/find-commands.js';
import { type ProjectCommand, testCommandOf } from './offline/project-commands.js';
import { type Order, readTask } from './offline/read-task.js';
import { sourcesOf } from './offline/sources.js';
import { createStepList, oneSentence, planOf } from './offline/step-list.js';

/**
 * The plan of a task that says no more than to run something: the project's tests, a command that the project names, or one in
 * backticks. Undefined for any other task, and where the project has no such command. Like every command, it runs once a person
 * approved it.
 */
export async function planOfCommands(
  task: string,
  reader: WorkspaceReader,
  options: ReadOptions,
): Promise<Plan | undefined> {
  const reading = readTask(task);
  if (reading.type !== 'change' || !reading.orders.every(({ text }) => running.test(text))) return undefined;
  const { commands } = await findCommands(sourcesOf(reader), options);
  const wanted = reading.orders.map((order) => commandOf(order, commands));
  if (!wanted.every((command) => command !== undefined)) return undefined;
  const steps = createStepList();
  for (const { command } of wanted) {
    const before = steps.steps.at(-1);
    steps.add({
      title: `Run ${command}`,
      agent: 'shell',
      task: `Run \`${command}\`.`,
      dependsOn: before ? [before.label] : [],
      criteria: [succeeds(command)],
    });
  }
  const { score, level } = assessTask(task);
  return planOf(
    {
      goal: oneSentence(task),
      summary: `Runs ${wanted.map(({ command }) => command).join(', then ')}.`,
      approach: wanted.map(({ command, from }) => `\`${command}\` is named in ${from}.`).join(' '),
      complexity: level,
      score,
    },
    steps,
  );
}

type Wanted = { readonly command: string; readonly from: string };

const running = /^(?:run|execute|test|rode|rodar|executar)\b/i;
const theTests =
  /^(?:(?:run|execute)\s+(?:(?:all|the|my|our|its|unit|project'?s?)\s+)*(?:tests|test suite)|test (?:everything|the project|the code)|(?:execute|executar|rode|rodar)\s+(?:todos\s+)?(?:os\s+)?testes)(?:\s+(?:again|now|please|agora))*[.!]*$/i;

function commandOf({ text }: Order, commands: readonly ProjectCommand[]): Wanted | undefined {
  const [, said = ''] = /^\S+\s+(.+?)[.!]*$/.exec(text) ?? [];
  const [, quoted] = /^`([^`\n]+)`$/.exec(said) ?? [];
  if (quoted !== undefined) return { command: quoted, from: 'the task' };
  const named = theTests.test(text) ? testCommandOf(commands) : commands.find(({ command }) => command === said);
  return named && { command: named.command, from: `${named.path}:${named.line}` };
}
