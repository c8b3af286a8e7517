import { counted } from '../../shared/counted.js';
import { type MisspeltModifier, misspeltModifiers, referencesIn } from '../../plan/references.js';
import type { Step } from '../../plan/step.js';
import { respellModifiers } from '../respell-modifiers.js';
import { critical, type Fix, minor, type Remark, type Rule } from '../finding.js';

export const knownReferences: Rule = {
  name: 'known-references',
  dimension: 'dependencies',
  check: ({ steps }) => {
    const labels = new Set(steps.map(({ label }) => label));
    // Most tasks have no placeholder, and need no closer look.
    return steps.flatMap((step) =>
      step.task.includes('#') ? [...unknownLabels(step, labels), ...doubtfulModifiers(step)] : [],
    );
  },
};

function unknownLabels({ label, task }: Step, labels: ReadonlySet<string>): readonly Remark[] {
  const unknown = new Set(referencesIn(task).flatMap(({ label: named }) => (labels.has(named) ? [] : named)));
  return [...unknown].map((named) =>
    critical(label, `step "${label}" uses "#${named}", but the plan has no step "${named}"`),
  );
}

/** Each is told with the one fix of them all, which holds the whole task twice. */
const mostTold = 5;

/** The suffix stays text, so the step would run; it would only be given more than was meant. */
function doubtfulModifiers({ label, task }: Step): readonly Remark[] {
  const misspelt = misspeltModifiers(task);
  if (misspelt.length === 0) return [];
  const messages = new Set(
    misspelt.map(
      ({ label: named, suffix, suggestion }) =>
        `step "${label}" uses "#${named}${suffix}", which is read as "#${named}" and text; "${suggestion}" may be meant`,
    ),
  );
  const left = messages.size - mostTold;
  const more = left > 0 ? [`step "${label}" uses ${counted(left, 'more placeholder')} that may be misspelt`] : [];
  const fixes = misspelt.every(isPlain) ? [respelt(label, task)] : undefined;
  return [...[...messages].slice(0, mostTold), ...more].map((message) => ({ ...minor(label, message), fixes }));
}

/** `.sumary` can only be `.summary`; `.tail` leaves open how many characters. */
function isPlain({ suggestion }: MisspeltModifier): boolean {
  return !suggestion.includes('N');
}

function respelt(label: string, task: string): Fix {
  return {
    step: label,
    reason: 'a placeholder is misspelt',
    patch: [
      { op: 'test', path: '/task', value: task },
      { op: 'replace', path: '/task', value: respellModifiers(task) },
    ],
  };
}
