import { misspeltModifiers, referencesIn } from '../../plan/references.js';
import type { Step } from '../../plan/step.js';
import { critical, minor, type Remark, type Rule } from '../finding.js';

export const knownReferences: Rule = {
  name: 'known-references',
  check: ({ steps }) => {
    const labels = new Set(steps.map(({ label }) => label));
    return steps.flatMap((step) => [...unknownLabels(step, labels), ...doubtfulModifiers(step)]);
  },
};

function unknownLabels({ label, task }: Step, labels: ReadonlySet<string>): readonly Remark[] {
  const unknown = new Set(referencesIn(task).flatMap(({ label: named }) => (labels.has(named) ? [] : named)));
  return [...unknown].map((named) =>
    critical(label, `step "${label}" uses "#${named}", but the plan has no step "${named}"`),
  );
}

/** The suffix stays text, so the step would run; it would only be given more than was meant. */
function doubtfulModifiers({ label, task }: Step): readonly Remark[] {
  const messages = misspeltModifiers(task).map(
    ({ label: named, suffix, suggestion }) =>
      `step "${label}" uses "#${named}${suffix}", which is read as "#${named}" and text; "${suggestion}" may be meant`,
  );
  return [...new Set(messages)].map((message) => minor(label, message));
}
