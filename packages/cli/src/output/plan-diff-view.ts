import type { PlanDiff } from '@planwright/core';
import { plainLine } from './plain-text.js';
import { style } from './style.js';

/** What changed between two revisions, a line for each change; empty when nothing did. */
export function planDiffView(diff: PlanDiff, from: number, to: number): string {
  const lines = [
    ...diff.plan.map((change) => `  ${style('yellow', '~')} ${fieldText(change)}`),
    ...diff.removed.map(({ label, title }) => style('red', `  - ${label}  ${plainLine(title)}`)),
    ...diff.added.map(({ label, title }) => style('green', `  + ${label}  ${plainLine(title)}`)),
    ...diff.changed.flatMap(({ label, formerLabel, title, fields }) => [
      `  ${style('yellow', '~')} ${label}  ${plainLine(title)}${formerLabel === undefined ? '' : ` (was ${formerLabel})`}`,
      ...fields.map((change) => `      ${fieldText(change)}`),
    ]),
    ...diff.moved.map(
      ({ label, title, from: before, to: after }) =>
        `  ${style('cyan', '↕')} ${label}  ${plainLine(title)}: from place ${before} to ${after}`,
    ),
  ];
  return lines.length === 0 ? '' : [`Changes from revision ${from} to ${to}:`, ...lines].join('\n');
}

function fieldText({ field, before, after }: PlanDiff['plan'][number]): string {
  return `${field}: ${style('red', valueText(before))} → ${style('green', valueText(after))}`;
}

const longest = 200;

function valueText(value: unknown): string {
  if (value === undefined) return '(none)';
  const text = plainLine(typeof value === 'string' ? value : JSON.stringify(value));
  const points = Array.from(text);
  return points.length > longest ? `${points.slice(0, longest).join('')}…` : text;
}
