import type { RunRow } from '@planwright/core';
import { plainLine } from './plain-text.js';
import { stateText } from './run-view.js';
import { style } from './style.js';
import { cutToWidth, padToWidth, textWidth } from './text-width.js';

export type RunListOptions = {
  readonly columns: number;
  readonly most: number;
  readonly now: number;
  /** Under way on record, and nobody works on them. */
  readonly unattended: ReadonlySet<string>;
  /** What to type where there is one of them. */
  readonly goOn?: string | undefined;
};

/** A line a run: name, state, steps done, age, goal. */
export function runListView(rows: readonly RunRow[], { columns, most, now, unattended, goOn }: RunListOptions): string {
  const shown = rows.slice(0, most);
  const cells = shown.map((row) => [
    row.id,
    stateText(row.state, unattended.has(row.id) ? 'unattended' : row.asks ? 'asks' : row.pauseReason),
    row.stepsTotal === 0 ? '–' : `${row.stepsDone}/${row.stepsTotal}`,
    age(now - Date.parse(row.createdAt)),
  ]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(0, ...cells.map((row) => textWidth(row[column] ?? ''))));
  const used = widths.reduce((sum, width) => sum + width + 2, 0);
  const lines = shown.map((row, index) => {
    const left = widths.map((width, column) => padToWidth(cells[index]?.[column] ?? '', width)).join('  ');
    const trouble = row.hadErrors ? style('red', '✗ ') : '';
    const goal = row.goal === '' ? '(its plan states no goal)' : plainLine(row.goal);
    return `${left}  ${trouble}${cutToWidth(goal, Math.max(20, columns - used - (row.hadErrors ? 2 : 0)))}`;
  });
  return [
    ...lines,
    ...(rows.length > most ? [style('dim', `… and older ones: planwright list --all`)] : []),
    ...unattendedLine(
      shown.filter(({ id }) => unattended.has(id)),
      goOn,
    ),
  ].join('\n');
}

function unattendedLine([first]: readonly RunRow[], goOn: string | undefined): readonly string[] {
  if (first === undefined) return [];
  return goOn === undefined
    ? ['Nobody is working on the unattended ones; how each goes on: planwright show <run>']
    : [`Nobody is working on ${first.id}; go on with: ${goOn}`];
}

const minute = 60_000;

function age(ms: number): string {
  if (ms < minute) return 'now';
  if (ms < 60 * minute) return `${Math.floor(ms / minute)} min`;
  if (ms < 48 * 60 * minute) return `${Math.floor(ms / (60 * minute))} h`;
  return `${Math.floor(ms / (24 * 60 * minute))} d`;
}
