import { explorationText } from '../explore/exploration-text.js';
import type { MergedExploration } from '../explore/merge-explorations.js';
import { fenced } from '../shared/fenced.js';
import type { PlanningAnswer, PlanningContext, PlanningSpecs } from './planning-context.js';

/** About 15,000 tokens: enough for what matters, and room for the project itself. */
const mostCharacters = 60_000;
/** No part, however long, takes the room of all others. */
const largestShare = 0.5;

type Part = (room: number) => string;

/**
 * What is known about the task, for a planner's prompt: text of others as data, the most important first. What is too much is
 * cut, and it says so. Empty where nothing is known.
 */
export function planningContextText(context: PlanningContext, limit: number = mostCharacters): string {
  const texts: string[] = [];
  let left = limit;
  for (const part of partsOf(context)) {
    const text = part(Math.min(left, Math.floor(limit * largestShare)));
    if (text === '' || text.length > left) continue;
    texts.push(text);
    left -= text.length;
  }
  return texts.join('\n\n');
}

/** In the order of their weight. */
function partsOf(context: PlanningContext): readonly Part[] {
  const { answers = [], analysis, background, specs, exploration, schema, fromDescription } = context;
  return [
    () => factsText(context),
    data('Questions about the task, and their answers:', 'answers', answers.map(answerLine).join('\n')),
    data('The task was analysed before. Plan from this, without exploring again:', 'prior analysis', analysis),
    data('Planned before, by the same planner. Build on it, and plan none of it again:', 'earlier plans', background),
    ...(specs ? specParts(specs) : []),
    ...(exploration ? [explored(exploration)] : []),
    ...(fromDescription ? [() => descriptionOnly] : []),
    ...(specs?.specs ?? []).map(({ path, text }) => data('A rule of the project:', path, text)),
    data('Where it speaks of the same, the plan fits this JSON Schema:', 'schema', schemaText(schema)),
  ];
}

const descriptionOnly = 'The project could not be explored: the plan rests on the description of the task.';

function factsText({ kind, severity, level }: PlanningContext): string {
  const fault = severity === undefined ? 'This is a fix.' : `This is a fix of a fault of severity ${severity}.`;
  return [
    ...(kind === 'fix' ? [fault] : []),
    ...(level === undefined ? [] : [`The task was assessed: its complexity is ${level}.`]),
  ].join(' ');
}

function answerLine({ question, answer, assumed }: PlanningAnswer): string {
  return `- ${question} → ${answer}${assumed ? ' (assumed, since nobody was asked)' : ''}`;
}

function specParts({ isImplOnly, requirements, decisions, epics, constraints }: PlanningSpecs): readonly Part[] {
  const epicLines = epics.flatMap((epic) => [entryLine(epic), ...epic.stories.map((story) => `  ${entryLine(story)}`)]);
  const constraintLines = constraints.map(({ text, from }) => `- ${text} (${from})`);
  return [
    ...(isImplOnly ? [() => 'Nothing was specified (impl-only).'] : []),
    data('Constraints. No step breaks one:', 'constraints', constraintLines.join('\n')),
    data('Requirements. Each step names those it serves by their ids:', 'requirements', entryLines(requirements)),
    data('Decisions that were made. Follow them:', 'decisions', entryLines(decisions)),
    data('How the work was split. Reuse it:', 'epics and stories', epicLines.join('\n')),
  ];
}

type Entry = { readonly id: string; readonly title: string };

function entryLines(entries: readonly Entry[]): string {
  return entries.map(entryLine).join('\n');
}

function entryLine({ id, title }: Entry): string {
  return `- ${id}: ${title}`;
}

function data(about: string, from: string, text: string | undefined): Part {
  return (room) => {
    const said = text?.trim() ?? '';
    // The tags, and the sentence about what was cut, need room too.
    const most = room - about.length - from.length - 160;
    if (said === '' || most <= 0) return '';
    const cut = said.length > most ? `${said.slice(0, most)}\n… ${said.length - most} more characters` : said;
    return `${about}\n${fenced(from, cut)}`;
  };
}

const wasMore = 'There was more; this is the most relevant.';

/** The lists are in the order of their weight, so a part of each is the best that fits. */
function explored(exploration: MergedExploration): Part {
  return (room) => {
    const whole = explorationText(exploration);
    if (whole.length <= room) return whole;
    const parts = [0.5, 0.25, 0.1].map((share) => `${explorationText(partOf(exploration, share))}\n${wasMore}`);
    return parts.find((text) => text.length <= room) ?? '';
  };
}

function partOf(exploration: MergedExploration, share: number): MergedExploration {
  const few = <Item>(items: readonly Item[]): readonly Item[] => items.slice(0, Math.ceil(items.length * share));
  return {
    ...exploration,
    files: few(exploration.files),
    structure: few(exploration.structure),
    patterns: few(exploration.patterns),
    dependencies: few(exploration.dependencies),
    integrationPoints: few(exploration.integrationPoints),
    constraints: few(exploration.constraints),
    reproduction: few(exploration.reproduction),
    fixHints: few(exploration.fixHints),
    causes: few(exploration.causes),
  };
}

function schemaText(schema: unknown): string | undefined {
  return schema === undefined ? undefined : JSON.stringify(schema);
}
