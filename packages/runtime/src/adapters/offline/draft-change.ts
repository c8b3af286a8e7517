import { counted, assessTask, type Plan } from '@planwright/core';
import type { ContextPack } from './context-pack.js';
import { type Look, namedDeclarations, subjectNames, testsSpeak } from './look.js';
import { type ProjectCommand, testCommandOf } from './project-commands.js';
import { describeProject } from './project-facts.js';
import { listed } from './quote.js';
import type { Order, TaskReading } from './read-task.js';
import { asText, createStepList, oneSentence, planOf, quoted, type StepDraft, type StepList } from './step-list.js';

type Change = Extract<TaskReading, { readonly type: 'change' }>;

/** Reading steps, then the change as the task words it with what was read, then the project's own tests where it has some. */
export function draftChange(look: Look, change: Change, pack: ContextPack): Plan {
  const steps = createStepList();
  const test = testCommandOf(look.found.commands);
  const findings = change.orders.every(runsOnly) ? [] : addReading(look, steps);
  const reading = steps.steps.length;
  const leftOut = ordersLeftOut(look, change);
  for (const order of change.orders)
    if (!leftOut.includes(order)) addOrder(steps, order, { findings, test, reading, pack, answers: look.answers });
  if (test && steps.steps.at(-1)?.agent !== 'tester' && !change.orders.every(runsOnly)) addTests(steps, test, pack);
  const { score, level } = assessTask(look.task);
  return planOf(
    {
      goal: oneSentence(look.task),
      summary: summaryOf(reading, steps.steps.length - reading),
      approach: `${describeProject(look.facts)} ${approachOf(look, test)}`,
      kind: change.isFix ? 'fix' : 'feature',
      complexity: level,
      score,
    },
    steps,
  );
}

/** What is to be read about: the change itself, without the orders to test and document it, which are about the same. */
export function subjectOfChange(task: string, { orders }: Change): string {
  const own = orders.filter(
    ({ text, agent }) => !['tester', 'writer', 'git', 'shell'].includes(agent) && !isForTests(text),
  );
  return own.length === 0 ? task : own.map(({ text }) => text).join('. ');
}

function isForTests(order: string): boolean {
  return /^\S+\s+(?:(?:unit|its|the|some|more|os)\s+)*test\w*\W*$/i.test(order);
}

/** The orders that get no step: nothing is there to test with. */
export function ordersLeftOut({ found }: Pick<Look, 'found'>, { orders }: Change): readonly Order[] {
  return testCommandOf(found.commands) === undefined ? orders.filter(({ agent }) => agent === 'tester') : [];
}

/** Orders that only run something need nothing read for them. */
function runsOnly({ agent }: Order): boolean {
  return agent === 'tester' || agent === 'shell';
}

function summaryOf(reading: number, acting: number): string {
  const acts = `${counted(acting, 'step')} to change, test or run something`;
  return reading === 0 ? `${acts}.` : `${counted(reading, 'reading step')}, then ${acts}.`;
}

function approachOf(look: Look, test: ProjectCommand | undefined): string {
  const found = subjectNames(look).map(({ passage }) => `${passage.name} (${passage.path}:${passage.line})`);
  return [
    found.length === 0
      ? 'No declaration speaks of the task as a whole.'
      : `The words of the task stand together most in ${listed(found)}.`,
    test
      ? `The tests are run with \`${test.command}\` (${test.path}:${test.line}).`
      : 'No test command was found, so nothing can prove the change.',
  ].join(' ');
}

/** The steps that find out what the change concerns, by label. */
function addReading(look: Look, steps: StepList): readonly string[] {
  if (look.facts.fileCount === 0) return [];
  const concerned = addSearches(look, steps);
  const files = [...new Set(look.places.files.map(({ path }) => path))].slice(0, 4);
  const outline = steps.add({
    title: files.length > 0 ? `Outline ${listed(files)}` : 'Outline the files concerned',
    agent: 'file',
    task: files.length > 0 ? `Outline ${listed(files)}.` : `Outline the files found here.\n\n${referring(concerned)}`,
  });
  if (!testsSpeak(look)) return [...concerned, outline];
  const [named] = namedDeclarations(look);
  const tests = steps.add({
    title: 'Find the tests that concern it',
    agent: 'search',
    task: named
      ? `Find the tests that cover ${quoted(named.passage.name)}.`
      : `Find the tests that concern this: ${asText(look.subject)}`,
  });
  return [...concerned, outline, tests];
}

/** A declaration that the task names is looked up with everything that uses it; otherwise the words of the task are. */
function addSearches(look: Look, steps: StepList): readonly string[] {
  const names = namedDeclarations(look).map(({ passage }) => passage.name);
  if (names.length === 0) {
    const task = `Find what this concerns: ${asText(look.subject)}`;
    return [steps.add({ title: 'Find what the task concerns', agent: 'search', task })];
  }
  const named = listed(names.map(quoted));
  const are = names.length === 1 ? 'is' : 'are';
  return [
    steps.add({
      title: `Find where ${listed(names)} ${are} declared`,
      agent: 'search',
      task: `Find where ${named} ${are} defined.`,
    }),
    steps.add({
      title: `Find where ${listed(names)} ${are} used`,
      agent: 'search',
      task: `Find where ${named} ${are} used.`,
    }),
  ];
}

type Context = {
  readonly findings: readonly string[];
  readonly test: ProjectCommand | undefined;
  /** How many steps come before the first order. */
  readonly reading: number;
  readonly pack: ContextPack;
  readonly answers: Look['answers'];
};

/** How much of a finding is put into a step: enough to start from; the whole is in the step that found it. */
const handedOn = 1500;

/** One order of the task as a step, after the order before it. */
function addOrder(steps: StepList, { text, agent }: Order, context: Context): void {
  const { findings, test, reading, pack, answers } = context;
  const before = steps.steps.slice(reading).at(-1);
  const found = findings.length === 0 ? '' : `\n\nWhat was found:\n\n${referring(findings, `.head=${handedOn}`)}`;
  steps.add({
    title: text.charAt(0).toUpperCase() + text.slice(1),
    agent,
    task: `${asText(text)}${runsOnly({ text, agent }) ? '' : `${saidText(answers)}${found}`}`,
    dependsOn: before ? [before.label] : [],
    ...(runsOnly({ text, agent }) ? {} : { implementation: waysOf(text, context) }),
    ...(changing.has(agent) ? handedOver(pack) : {}),
    ...proofFor(agent, text, pack.narrow ?? test),
  });
}

/** What was found comes first, what proves it last; between them stands what was ordered. */
function waysOf(order: string, { findings, test, pack }: Context): string[] {
  const proof = pack.narrow ?? test;
  return [
    ...(findings.length === 0 ? [] : [`Go by what ${listed(findings)} found`]),
    order,
    ...(proof === undefined ? [] : [`Run \`${proof.command}\` and mend what fails`]),
  ];
}

/** Whoever carries the order out knows what was asked about it and answered. */
function saidText(answers: Look['answers']): string {
  if (answers.length === 0) return '';
  const said = answers.map(({ question, answer }) => `- ${asText(question)} ${asText(answer)}`);
  return `\n\nWhat was asked about the task, and answered:\n\n${said.join('\n')}`;
}

/** The agents that change the code itself. */
const changing = new Set(['coder', 'refactor']);

/** What a model or a person is given beside the task, when the step is handed over. */
function handedOver({ files, related }: ContextPack): Partial<StepDraft> {
  if (files.length > 0) return { files: [...files] };
  return related.length === 0 ? {} : { reference: { files: [...related] } };
}

/** Only what can be executed proves anything; where there is nothing, nothing is made up. */
function proofFor(agent: string, text: string, test: ProjectCommand | undefined): Partial<StepDraft> {
  if (agent === 'reviewer') return {};
  if (agent === 'shell') return { criteria: commandsIn(text).map(succeeds) };
  if (!test) return {};
  return { criteria: [succeeds(test.command)], ...(agent === 'tester' ? { verify: [test.command] } : {}) };
}

/** The tests of the subject first, because they fail soonest; then all. */
function addTests(steps: StepList, test: ProjectCommand, { narrow }: ContextPack): void {
  const last = steps.steps.at(-1);
  const commands = [...new Set([...(narrow ? [narrow.command] : []), test.command])];
  steps.add({
    title: `Run ${test.command}`,
    agent: 'tester',
    task: `Run the tests of the project (${test.path}:${test.line}).`,
    dependsOn: last ? [last.label] : [],
    verify: commands,
    criteria: commands.map(succeeds),
  });
}

function commandsIn(text: string): readonly string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '');
}

export function succeeds(command: string): string {
  return `\`${command}\` ends with exit code 0`;
}

function referring(labels: readonly string[], form = ''): string {
  return labels.map((label) => `#${label}${form}`).join('\n\n');
}
