import type { Plan } from '../plan/plan.js';
import { stepGraph } from '../plan/step-graph.js';
import type { StepFile } from '../plan/step.js';
import type { RunId, StepId } from '../shared/ids.js';
import { takesIn } from '../tools/path-pattern.js';
import { type PathRule, whyUnwritable } from '../tools/path-rules.js';

/** What became of one file, by its path from the project root. */
export type FileChange = { readonly path: string; readonly change: 'added' | 'changed' | 'deleted' };

/** Where the work of a run is kept in git. Only the branch is meant for people. */
export type RunRefs = {
  readonly branch: string;
  /** All that follows is under it. */
  readonly folder: string;
  /** What the run started from. */
  readonly base: string;
  /** The commit of the user's that was checked out then. */
  readonly head: string;
  /** The last commit of the run that the user's branch has taken over. */
  readonly applied: string;
};

export function runRefs(runId: RunId): RunRefs {
  const folder = `refs/planwright/${runId}`;
  return {
    branch: `refs/heads/planwright/${runId}`,
    folder,
    base: `${folder}/base`,
    head: `${folder}/head`,
    applied: `${folder}/applied`,
  };
}

/** Where an earlier state of the branch is kept when steps are taken out of it. */
export function undoneRef(runId: RunId, tip: string): string {
  return `${runRefs(runId).folder}/undone/${tip}`;
}

/** What tells a step's commit from all others. */
export const stepTrailer = 'Planwright-Step';

/** The message of a step's commit. A title of several lines cannot add trailers of its own. */
export function stepCommitMessage(step: {
  readonly runId: RunId;
  readonly stepId: StepId;
  readonly label: string;
  readonly title: string;
  readonly try: number;
}): string {
  const title = step.title.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  const trailers = [`Planwright-Run: ${step.runId}`, `${stepTrailer}: ${step.stepId}`, `Planwright-Try: ${step.try}`];
  return `${step.label}: ${title}\n\n${trailers.join('\n')}\n`;
}

/** Why a changed file must not be kept, for the first that must not; undefined when all may be. */
export function whyNotKept(changes: readonly FileChange[], rules: readonly PathRule[] = []): string | undefined {
  const [why] = changes.flatMap(({ path }) => whyUnwritable(path, rules) ?? []);
  return why;
}

/** Changed although the step does not name them. A step that names no files may change any. */
export function outsideFiles(changes: readonly FileChange[], files: readonly StepFile[]): readonly string[] {
  if (files.length === 0) return [];
  return changes.map(({ path }) => path).filter((path) => !files.some((file) => takesIn(file.path, path)));
}

/** The steps and all that depend on them, each before what it needs: the order in which they can be taken back. */
export function stepsToUndo(plan: Plan, steps: readonly StepId[]): readonly StepId[] {
  const { indexOf, dependents, order } = stepGraph(plan);
  const found = new Set<number>();
  const due = steps.flatMap((step) => indexOf.get(step) ?? []);
  for (let position = due.pop(); position !== undefined; position = due.pop()) {
    if (found.has(position)) continue;
    found.add(position);
    due.push(...(dependents[position] ?? []));
  }
  return order
    .filter((position) => found.has(position))
    .reverse()
    .flatMap((position) => plan.steps[position]?.id ?? []);
}

/** What changed between two looks at the same files, each a map from path to what tells its content; by path. */
export function changesBetween(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly FileChange[] {
  if (before === after) return [];
  const changes: FileChange[] = [];
  for (const path of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(path), after.get(path)];
    if (was === is) continue;
    changes.push({ path, change: was === undefined ? 'added' : is === undefined ? 'deleted' : 'changed' });
  }
  return changes.sort((one, other) => (one.path < other.path ? -1 : 1));
}
