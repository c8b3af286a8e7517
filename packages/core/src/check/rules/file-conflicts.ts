import type { Plan } from '../../plan/plan.js';
import type { Step, StepFile } from '../../plan/step.js';
import { compareLabels, waves } from '../../plan/step-graph.js';
import { type CheckContext, criticalIfDrafted, type Fix, type Remark, type Rule } from '../finding.js';
import { normalPath } from '../../shared/normal-path.js';
import { isPattern, overlap } from '../path-overlap.js';
import { isReadingStep } from '../reading-agents.js';

type Users = { readonly path: string; readonly steps: readonly Step[]; readonly isWritten: boolean };

const shown = 5;
/** Patterns are held against every other path; more than these in one wave say nothing a person could act on. */
const comparedPatterns = 50;
/** Characters held against characters: far beyond what a plan's patterns take, and less than a second. */
const mostCompared = 100_000_000;
const readingActions = new Set(['read', 'reference', 'view', 'inspect', 'review', 'analyze', 'analyse', 'none']);

/** Steps of one wave may run at the same time; whose change to a file stands would be a matter of luck. */
export const fileConflicts: Rule = {
  name: 'file-conflicts',
  dimension: 'dependencies',
  check: (plan: Plan, context: CheckContext) =>
    plan.steps.some(({ files }) => files.length > 0) ? waves(plan).flatMap((wave) => conflictsIn(wave, context)) : [],
};

function conflictsIn(wave: readonly Step[], context: CheckContext): readonly Remark[] {
  if (wave.length < 2) return [];
  const users = usersOf(wave);
  const same = [...users.values()].filter(({ steps, isWritten }) => steps.length > 1 && isWritten);
  return [
    ...same.map(({ path, steps }) => conflictRemark(steps, `share ${quoted(path)}`, context)),
    ...overlapping(users).map(({ one, other, steps }) =>
      conflictRemark(steps, `may touch the same files (${quoted(one)} and ${quoted(other)})`, context),
    ),
  ];
}

function usersOf(wave: readonly Step[]): ReadonlyMap<string, Users> {
  const users = new Map<string, Users>();
  for (const step of wave) {
    for (const [path, isWritten] of pathsOf(step)) {
      const known = users.get(path) ?? { path, steps: [], isWritten: false };
      users.set(path, { path, steps: withStep(known.steps, step), isWritten: known.isWritten || isWritten });
    }
  }
  return users;
}

/** One more than is shown is enough to know that there are more; a file of 10,000 steps stays cheap. */
function withStep(steps: readonly Step[], step: Step): readonly Step[] {
  return steps.length > shown ? steps : [...steps, step];
}

type Overlap = { readonly one: string; readonly other: string; readonly steps: readonly Step[] };

/** A folder and what is in it, a pattern and what fits it: different words for the same files. */
function overlapping(users: ReadonlyMap<string, Users>): readonly Overlap[] {
  const patterns = [...users.keys()].filter(isPattern).slice(0, comparedPatterns);
  let left = mostCompared;
  return [...users.values()].flatMap((user) =>
    [...foldersOf(user.path), ...patterns].flatMap((wider): Overlap[] => {
      const other = users.get(wider);
      if (other === undefined || other.path === user.path || !(user.isWritten || other.isWritten)) return [];
      // Two patterns meet twice on this way; the first in order speaks for both.
      if (isPattern(user.path) && isPattern(wider) && user.path > wider) return [];
      left -= user.path.length * Math.min(user.path.length, wider.length);
      if (left < 0 || !overlap(user.path, wider)) return [];
      const steps = inOrder([...new Set([...other.steps, ...user.steps])]);
      const isToldAlready = [user, other].some((each) => each.isWritten && each.steps.length === steps.length);
      return steps.length < 2 || isToldAlready ? [] : [{ one: wider, other: user.path, steps }];
    }),
  );
}

function quoted(path: string): string {
  return `"${path === '' ? '.' : path}"`;
}

function inOrder(steps: readonly Step[]): readonly Step[] {
  return steps.toSorted((a, b) => compareLabels(a.label, b.label));
}

/** No project is deeper, and each folder of a path that is costs as much as the whole of it. */
const mostFolders = 100;

function foldersOf(path: string): readonly string[] {
  const parts = path.split('/').slice(0, mostFolders);
  return parts.map((_, index) => parts.slice(0, index).join('/'));
}

function pathsOf(step: Step): ReadonlyMap<string, boolean> {
  const paths = new Map<string, boolean>();
  for (const file of step.files) {
    if (file.path.trim() === '') continue;
    const path = normalPath(file.path);
    paths.set(path, (paths.get(path) ?? false) || isWrittenBy(step, file));
  }
  return paths;
}

/** Whether a step may change a file it names. */
export function isWrittenBy(step: Step, { action }: StepFile): boolean {
  return !isReadingStep(step) && !readingActions.has(action?.trim().toLowerCase() ?? '');
}

function conflictRemark(steps: readonly Step[], what: string, context: CheckContext): Remark {
  const labels = steps.slice(0, shown).map(({ label }) => label);
  const names = steps.length > shown ? `${labels.join(', ')} and others` : labels.join(' and ');
  return {
    severity: criticalIfDrafted(context),
    step: labels[1] ?? null,
    message: `steps ${names} may run at the same time and ${what}; let one depend on the other`,
    fixes: steps.length > shown ? undefined : oneAfterAnother(labels),
  };
}

/** The order of the labels is the order the author wrote them in: it is kept, not made up. */
function oneAfterAnother(labels: readonly string[]): readonly Fix[] {
  return labels.slice(1).map((label, index) => {
    const before = labels[index] ?? '';
    return {
      step: label,
      reason: `it may touch the same files as ${before}, which comes before it`,
      patch: [{ op: 'add', path: '/dependsOn/-', value: before }],
    };
  });
}
