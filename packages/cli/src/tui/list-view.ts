import { cutToWidth } from '../output/text-width.js';
import type { RowsFit } from './fit-rows.js';
import type { RowView } from './row-view.js';

export type ListView = {
  readonly rows: readonly (RowView & { readonly selected: boolean })[];
  /** The text of the selected step, as far as it fits. */
  readonly open: OpenView | null;
  /** How many rows are out of sight, and in what state. */
  readonly above: string | null;
  readonly below: string | null;
  readonly columns: ListColumns;
};

export type OpenView = { readonly lines: readonly string[]; readonly more: string | null };

/** Widths; 0 where there is no room for it. */
export type ListColumns = { readonly label: number; readonly side: number; readonly status: number };

export type ListFacts = {
  readonly rows: readonly RowView[];
  readonly fit: RowsFit;
  /** The row with the mark; -1 for none. */
  readonly at: number;
  readonly text: readonly string[];
  readonly scroll: number;
  readonly width: number;
};

const sideMost = 28;
/** Agents and needs are left out where the title would get less. */
const titleLeast = 24;
const titleAtAll = 6;
/** As wide as a clock, so that the columns stay where they are when a step begins or ends. */
const statusOnceStarted = 'working 0:00'.length;

export function listView(facts: ListFacts): ListView {
  const { rows, fit, at, width } = facts;
  const columns = columnsFor(rows, width);
  // Notes change all the time, and ink keeps every text it ever had to cut.
  const note = (text: string): string => cutToWidth(text, width - columns.label - 5);
  return {
    rows: rows
      .map((row, index) => ({ ...row, note: fit.notes[index] === true ? note(row.note) : '', selected: index === at }))
      .slice(fit.first, fit.end),
    open: openView(facts),
    above: fit.marks ? outOfSight('↑', rows.slice(0, fit.first)) : null,
    below: fit.marks ? outOfSight('↓', rows.slice(fit.end)) : null,
    columns,
  };
}

/** Lines of the text itself: when it is cut, the last line that is left says how much is missing. */
export function linesOfText(text: readonly string[], { open }: RowsFit): number {
  return open < text.length ? Math.max(0, open - 1) : open;
}

function openView({ text, fit, scroll }: ListFacts): OpenView | null {
  if (text.length === 0 || fit.open === 0) return null;
  const shown = linesOfText(text, fit);
  const start = Math.max(0, Math.min(scroll, text.length - shown));
  return { lines: text.slice(start, start + shown), more: moreText(text.length - start - shown, start) };
}

function moreText(left: number, scrolled: number): string | null {
  if (left > 0) return `… ${left} more ${left === 1 ? 'line' : 'lines'} (PgDn)`;
  return scrolled > 0 ? 'the end (PgUp)' : null;
}

function outOfSight(arrow: string, rows: readonly RowView[]): string | null {
  if (rows.length === 0) return null;
  const counts = new Map<string, number>();
  for (const { tone } of rows) counts.set(tone, (counts.get(tone) ?? 0) + 1);
  return `${arrow} ${rows.length} more: ${[...counts].map(([tone, count]) => `${count} ${tone}`).join(', ')}`;
}

function columnsFor(rows: readonly RowView[], width: number): ListColumns {
  const longest = (texts: readonly string[]): number => Math.max(0, ...texts.map((text) => text.length));
  const label = longest(rows.map((row) => row.label));
  const started = rows.some(({ tone }) => tone !== 'pending') ? statusOnceStarted : 0;
  // Mark and glyph, label; two spaces before each of the columns at the right.
  const left = width - 4 - (label + 1);
  const status = Math.min(left - 2 - titleAtAll, Math.max(started, longest(rows.map((row) => row.status))));
  const side = Math.min(sideMost, longest(rows.map((row) => row.side)));
  return { label, status: Math.max(0, status), side: left - (status + 2) - (side + 2) >= titleLeast ? side : 0 };
}
