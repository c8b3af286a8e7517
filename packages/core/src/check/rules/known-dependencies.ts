import { critical, type Rule } from '../finding.js';

export const knownDependencies: Rule = {
  name: 'known-dependencies',
  dimension: 'dependencies',
  check: ({ steps }) => {
    const labels = new Set(steps.map(({ label }) => label));
    return steps.flatMap(({ label, dependsOn }) => {
      const unknown = dependsOn.filter((need) => !labels.has(need));
      return [...new Set(unknown)].map((need) =>
        critical(label, `step "${label}" needs "${need}", which the plan does not have`),
      );
    });
  },
};
