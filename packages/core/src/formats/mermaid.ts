import type { Plan } from '../plan/plan.js';
import { orderSteps, stepGraph } from '../plan/step-graph.js';
import type { Format } from './format.js';

/** A flowchart of the plan for documents and chats. It shows the edges; in a sequential plan also the order. */
export const mermaid: Format = {
  name: 'mermaid',
  write: (plan) => ['flowchart TD', ...boxes(plan), ...arrows(plan), ''].join('\n'),
};

function boxes(plan: Plan): readonly string[] {
  return orderSteps(plan).map(
    ({ label, title, agent }) => `  ${label}["${label} · ${escaped(title)}<br/>${escaped(agent)}"]`,
  );
}

function arrows(plan: Plan): readonly string[] {
  const { needs, order } = stepGraph(plan);
  const labelAt = (position: number): string => plan.steps[position]?.label ?? '';
  const edges = order.flatMap((to) => (needs[to] ?? []).map((from) => `  ${labelAt(from)} --> ${labelAt(to)}`));
  if (plan.mode === 'parallel') return edges;
  // Dotted: the next step waits for the last one, but does not use its answer.
  const isNeeded = (from: number, to: number): boolean => needs[to]?.includes(from) ?? false;
  const sequence = order.slice(1).flatMap((to, place) => {
    const from = order[place] ?? to;
    return isNeeded(from, to) ? [] : [`  ${labelAt(from)} -.-> ${labelAt(to)}`];
  });
  return [...edges, ...sequence];
}

/** Every character that mermaid, or the HTML it makes, could read as its own, as a numbered entity; line breaks as spaces. */
function escaped(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[^\p{L}\p{N} .,\-_/·…]/gu, (char) => `#${char.codePointAt(0) ?? 0};`);
}
