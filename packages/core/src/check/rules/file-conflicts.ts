import type { Plan } from '../../plan/plan.js';
import type { Step, StepFile } from '../../plan/step.js';
import { waves } from '../../plan/step-graph.js';
import { type CheckContext, criticalIfDrafted, type Remark, type Rule } from '../finding.js';
import { normalPath } from '../normal-path.js';
import { isReadingStep } from '../reading-agents.js';

type Users = { readonly path: string; readonly steps: readonly Step[]; readonly isWritten: boolean };

const shown = 5;
const readingActions = new Set(['read', 'reference', 'view', 'inspect', 'review', 'analyze', 'analyse', 'none']);

/** Steps of one wave may run at the same time; whose change to a file stands would be a matter of luck. */
export const fileConflicts: Rule = {
  name: 'file-conflicts',
  check: (plan: Plan, context: CheckContext) => waves(plan).flatMap((wave) => conflictsIn(wave, context)),
};

function conflictsIn(wave: readonly Step[], context: CheckContext): readonly Remark[] {
  if (wave.length < 2) return [];
  const users = new Map<string, Users>();
  for (const step of wave) {
    for (const [path, isWritten] of pathsOf(step)) {
      const known = users.get(path) ?? { path, steps: [], isWritten: false };
      users.set(path, { path, steps: withStep(known.steps, step), isWritten: known.isWritten || isWritten });
    }
  }
  return [...users.values()]
    .filter(({ steps, isWritten }) => steps.length > 1 && isWritten)
    .map((conflict) => conflictRemark(conflict, context));
}

/** One more than is shown is enough to know that there are more; a file of 10,000 steps stays cheap. */
function withStep(steps: readonly Step[], step: Step): readonly Step[] {
  return steps.length > shown ? steps : [...steps, step];
}

function pathsOf(step: Step): ReadonlyMap<string, boolean> {
  const paths = new Map<string, boolean>();
  for (const file of step.files) {
    const path = normalPath(file.path);
    if (path !== '') paths.set(path, (paths.get(path) ?? false) || isWrittenBy(step, file));
  }
  return paths;
}

function isWrittenBy(step: Step, { action }: StepFile): boolean {
  return !isReadingStep(step) && !readingActions.has(action?.trim().toLowerCase() ?? '');
}

function conflictRemark({ path, steps }: Users, context: CheckContext): Remark {
  const labels = steps.slice(0, shown).map(({ label }) => label);
  const names = steps.length > shown ? `${labels.join(', ')} and others` : labels.join(' and ');
  return {
    severity: criticalIfDrafted(context),
    step: labels[1] ?? null,
    message: `steps ${names} may run at the same time and share "${path}"; let one depend on the other`,
  };
}
