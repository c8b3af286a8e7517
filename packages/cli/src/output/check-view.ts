import { counted, type CheckResult } from '@planwright/core';
import { plainLine } from './plain-text.js';
import { findingLines } from './run-view.js';
import { style, type Style } from './style.js';

const verdicts: Readonly<Record<CheckResult['result'], readonly [style: Style, words: string]>> = {
  pass: ['green', 'pass'],
  'auto-fix': ['yellow', 'auto-fix: all that stands in the way follows from the plan itself'],
  regenerate: ['red', 'regenerate: not good enough to run'],
};

export type CheckedPlan = {
  readonly named: string;
  readonly steps: number;
  readonly notes: readonly string[];
};

/** A check for a person: the verdict, each dimension, what was found and what would put it right. */
export function checkView(check: CheckResult, { named, steps, notes }: CheckedPlan): string {
  const [colour, words] = verdicts[check.result];
  return [
    `${named}: ${style(colour, words)}, ${counted(steps, 'step')}, score ${check.score} of 100 (${check.gate})`,
    dimensionLines(check),
    findingLines(check.findings),
    fixLines(check),
    ...notes.map((note) => `Note: ${plainLine(note)}`),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

function dimensionLines({ dimensions }: CheckResult): string {
  const width = Math.max(...dimensions.map(({ dimension }) => dimension.length));
  return dimensions
    .map(({ dimension, score, critical, minor }) => {
      const found = [...(critical > 0 ? [`${critical} critical`] : []), ...(minor > 0 ? [`${minor} minor`] : [])];
      return `  ${dimension.padEnd(width)}  ${String(score).padStart(3)}  ${found.join(', ')}`.trimEnd();
    })
    .join('\n');
}

function fixLines({ fixes }: CheckResult): string {
  if (fixes.length === 0) return '';
  const lines = fixes.map(({ step, reason, patch }) => {
    const changes = patch.filter(({ op }) => op !== 'test').map((operation) => plainLine(JSON.stringify(operation)));
    return `  ${step}  ${plainLine(reason)}\n      ${style('dim', changes.join(' '))}`;
  });
  return ['Fixes that follow from the plan (nothing was changed):', ...lines].join('\n');
}
