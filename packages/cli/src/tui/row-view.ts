import { type CardRow, duration, type ToolClass } from '@planwright/core';
import { clockText } from './clock-text.js';
import { plainLine } from '../output/plain-text.js';

/** How a row looks; the words are shown too, so that nobody has to tell colours or glyphs apart. */
export type Tone = 'pending' | 'working' | 'waiting' | 'done' | 'failed' | 'skipped';

export type RowView = {
  readonly id: string;
  readonly glyph: string;
  readonly label: string;
  readonly title: string;
  readonly current: boolean;
  readonly tone: Tone;
  /** Who does it and what it needs. */
  readonly side: string;
  /** The tone in a word, and how long it took or has taken. */
  readonly status: string;
  readonly note: string;
};

export type RowFacts = {
  /** A worker is on it now. */
  readonly working: boolean;
  /** What the worker said last. */
  readonly progress: string | undefined;
  readonly nowMs: number;
  /** The most it may do, where somebody has to judge that; null where not. */
  readonly may: ToolClass | null;
};

export function rowView(row: CardRow, facts: RowFacts): RowView {
  const tone = toneOf(row, facts.working);
  const needs = row.needs.length === 0 ? '' : ` ← ${row.needs.join(', ')}`;
  return {
    id: row.id,
    glyph: row.glyph,
    label: row.label,
    title: plainLine(row.title),
    current: row.current,
    tone,
    side: `${plainLine(row.agent)}${facts.may === null ? '' : ` (${facts.may})`}${needs}`,
    status: `${tone} ${timeOf(row, facts)}`.trim(),
    note: noteOf(row, facts),
  };
}

function toneOf(row: CardRow, working: boolean): Tone {
  if (row.status === 'in_progress') return working ? 'working' : 'waiting';
  // A step that has not begun has something to say only while it is held.
  return row.status === 'pending' && row.note !== '' ? 'waiting' : row.status;
}

function timeOf(row: CardRow, { working, nowMs }: RowFacts): string {
  if (working && row.startedAt !== null) return clockText(row.startedAt, nowMs);
  return row.durationMs === null ? '' : duration(row.durationMs);
}

function noteOf(row: CardRow, { working, progress }: RowFacts): string {
  const note = plainLine(row.note);
  if (!working || progress === undefined || progress === '') return note;
  return note === '' ? progress : `${progress} (${note})`;
}
