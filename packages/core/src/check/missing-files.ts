import type { Plan } from '../plan/plan.js';
import type { Step } from '../plan/step.js';
import { normalPath } from '../shared/normal-path.js';
import type { PlanReview } from './merge-review.js';
import { isPattern } from './path-overlap.js';

/** A file that must be there for a step to be carried out as planned. */
export type NeededFile = {
  readonly step: string;
  readonly path: string;
  readonly use: 'changed' | 'named' | 'followed';
};

const makes = /^(?:create|add|new|generate|write)/i;
const changes = /^(?:modify|update|delete|remove|edit|change|fix|refactor|rename|move)/i;

/** The files a plan takes for granted: what its steps change, name or follow, and no step of it makes. */
export function neededFiles({ steps }: Plan): readonly NeededFile[] {
  const made = new Set(steps.flatMap(({ files }) => files.filter(isMade).map(({ path }) => normalPath(path))));
  return steps.flatMap(filesOf).filter(({ path }) => path !== '' && !isPattern(path) && !made.has(path));
}

/** What is to be said about those of them that are not there. */
export function missingFileFindings(
  needed: readonly NeededFile[],
  missing: ReadonlySet<string>,
): PlanReview['findings'] {
  return needed
    .filter(({ path }) => missing.has(path))
    .map(({ step, path, use }) => ({
      dimension: 'completeness',
      severity: use === 'changed' ? 'critical' : 'minor',
      step,
      message: `step "${step}" ${said[use](path)}`,
    }));
}

const said: Readonly<Record<NeededFile['use'], (path: string) => string>> = {
  changed: (path) => `changes "${path}", which is not there`,
  named: (path) => `names "${path}", which is not there; if the step makes it, the file's action is "create"`,
  followed: (path) => `follows "${path}", which is not there`,
};

function filesOf({ label, files, reference }: Step): readonly NeededFile[] {
  return [
    ...files.map(({ path, action = '' }) => ({
      step: label,
      path: normalPath(path),
      use: changes.test(action.trim()) ? ('changed' as const) : ('named' as const),
    })),
    ...(reference?.files ?? []).map((path) => ({ step: label, path: normalPath(path), use: 'followed' as const })),
  ];
}

function isMade({ action = '' }: Step['files'][number]): boolean {
  return makes.test(action.trim());
}
