import type { MergedExploration, MergedNote } from '../../explore/merge-explorations.js';
import { isObject } from '../../plan/parse/plan-within.js';
import type { Plan } from '../../plan/plan.js';
import type { ExplorationEntry } from './explorations-manifest.js';

export const planningDocumentPath = 'planning-context.md';

/** What is written down about how a plan came about. */
export type PlanningRecord = {
  /** What of the task the plan is for. */
  readonly focusArea: string;
  readonly task: string;
  readonly plan: Plan;
  readonly exploration?: MergedExploration | undefined;
  /** The files of the exploration. */
  readonly entries?: readonly ExplorationEntry[] | undefined;
  /** Other parts of the work that this one waits for, and that wait for this one. */
  readonly dependsOn?: readonly string[] | undefined;
  readonly provides?: readonly string[] | undefined;
};

const mostFiles = 15;
const mostNotes = 6;
const unknown = 'not stated';

/** `planning-context.md`: what a plan rests on, what was understood, decided, and how it hangs together with the rest. */
export function planningDocument(record: PlanningRecord): string {
  const { focusArea, task, plan, exploration, dependsOn = [], provides = [] } = record;
  return [
    `# Planning Context: ${line(focusArea)}`,
    ...section('Source Evidence', evidence(record)),
    ...section('Understanding', [
      `**Current State**: ${said(notesOf(exploration?.structure))}`,
      `**Problem**: ${line(plan.fix?.rootCause ?? task)}`,
      `**Approach**: ${line(plan.approach ?? unknown)}`,
    ]),
    ...section('Key Decisions', decisionsOf(plan, placesIn(exploration))),
    ...section('Dependencies', [
      `Depends on: ${dependsOn.length === 0 ? 'none' : dependsOn.map(line).join(', ')}`,
      `Provides for: ${provides.length === 0 ? 'none' : provides.map(line).join(', ')}`,
    ]),
    '',
  ].join('\n');
}

function section(title: string, items: readonly string[]): readonly string[] {
  return ['', `## ${title}`, ...(items.length === 0 ? [`- ${unknown}`] : items.map((item) => `- ${item}`))];
}

/** The explorations with the best of what each found, then the files with the line that was named for them. */
function evidence({ exploration, entries = [] }: PlanningRecord): readonly string[] {
  const { files = [] } = exploration ?? {};
  const explored = entries.map(({ angle, file }) => {
    const [best] = files.filter(({ angles }) => angles.includes(angle));
    return `\`${file}\` - ${best ? `${best.path}: ${line(best.rationale)}` : 'no file of its own'}`;
  });
  const places = placesIn(exploration);
  const found = files
    .slice(0, mostFiles)
    .map(({ path, rationale }) => `\`${places.get(path) ?? path}\` - ${line(rationale)}`);
  const causes = (exploration?.causes ?? []).map(
    ({ file, lines, issue }) => `\`${lines === undefined ? file : `${file}:${lines}`}\` - ${line(issue)}`,
  );
  return [...explored, ...causes, ...found];
}

/** Where in a file to look, as far as any text of the exploration names a line of it. */
function placesIn(exploration: MergedExploration | undefined): ReadonlyMap<string, string> {
  if (!exploration) return new Map();
  const { files, structure, patterns, dependencies, integrationPoints, constraints } = exploration;
  const notes = [structure, patterns, dependencies, integrationPoints, constraints].flat();
  return new Map(
    files.map(({ path, rationale }) => [path, placeOf(path, [rationale, ...notes.map(({ text }) => text)])]),
  );
}

function placeOf(path: string, texts: readonly string[]): string {
  for (const text of texts) {
    const at = text.indexOf(`${path}:`);
    const number =
      at === -1 ? undefined : /^\d+(?:-\d+)?/.exec(text.slice(at + path.length + 1, at + path.length + 20));
    if (number) return `${path}:${number[0]}`;
  }
  return path;
}

function decisionsOf({ designDecisions }: Plan, places: ReadonlyMap<string, string>): readonly string[] {
  if (!Array.isArray(designDecisions)) return [];
  return designDecisions.filter(isObject).map((written) => {
    const [what, why] = ['decision', 'rationale'].map((key) => textOf(written[key]));
    const proof = [...places].find(([path]) => `${what ?? ''} ${why ?? ''}`.includes(path))?.[1];
    const parts = [`Decision: ${what ?? unknown}`, `Rationale: ${why ?? unknown}`];
    return [...parts, ...(proof === undefined ? [] : [`Evidence: ${proof}`])].join(' | ');
  });
}

function notesOf(notes: readonly MergedNote[] = []): readonly string[] {
  return notes.slice(0, mostNotes).map(({ text }) => line(text));
}

function said(texts: readonly string[]): string {
  return texts.length === 0 ? unknown : texts.join(' ');
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? line(value) : undefined;
}

/** On one line, so that no text of others makes a heading or an item. */
function line(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
