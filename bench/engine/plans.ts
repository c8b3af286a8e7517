import { type Plan, planSchema, stepIdFor } from '@planwright/core';

/** Says enough of itself that the check finds nothing: a plan that people make is measured, not its list of faults. */
function step(index: number, dependsOn: readonly string[], task = `Find where part ${index} is described`): unknown {
  const label = `E${index}`;
  return { id: stepIdFor(label, new Set()), label, title: `Part ${index}`, task, agent: 'search', dependsOn };
}

function plan(steps: readonly unknown[]): Plan {
  return planSchema.parse({ goal: 'measure', mode: 'parallel', steps });
}

/** Each step needs the one before it. */
export function chain(length: number): Plan {
  return plan(Array.from({ length }, (_, index) => step(index + 1, index === 0 ? [] : [`E${index}`])));
}

/** `columns` × `rows`: each step needs the one above it. `ms` is how long it takes, told in its task. */
export function grid(columns: number, rows: number, ms: (column: number, row: number) => number): Plan {
  const steps: unknown[] = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const above = row === 0 ? [] : [`E${(row - 1) * columns + column + 1}`];
      steps.push(step(row * columns + column + 1, above, String(ms(column, row))));
    }
  }
  return plan(steps);
}
