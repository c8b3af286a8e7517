import { hasEnded, type PlanCard, type PlanState, type RunState } from '@planwright/core';
import { cutToWidth } from '../output/text-width.js';
import { clockText } from './clock-text.js';
import { plainLine } from '../output/plain-text.js';
import { wrapLines } from './wrap-lines.js';

export type HeaderView = {
  readonly state: PlanState;
  /** The state, and why it is paused. */
  readonly badge: string;
  /** One or two lines. */
  readonly goal: readonly string[];
  /** Null where there is no line to spare. */
  readonly facts: { readonly bar: string; readonly text: string } | null;
  /** What goes on that is no step: planning, the closing answer. */
  readonly doing: string | null;
};

export type HeaderRoom = { readonly width: number; readonly goalLines: 1 | 2; readonly facts: boolean };

const barWidth = 20;
/** From here on there is room for what is pleasant to have. */
const comfortableWidth = 60;

export function headerView(card: PlanCard, doing: string | null, { width, goalLines, facts }: HeaderRoom): HeaderView {
  const wide = width >= comfortableWidth;
  const reason = card.pauseReason === null || !wide ? '' : `: ${card.pauseReason.replaceAll('_', ' ')}`;
  const badge = `${card.state.toUpperCase()}${reason}`;
  const counted = card.total === 0 ? '' : `${card.done}/${card.total} `;
  const goal = plainLine(card.goal);
  return {
    state: card.state,
    badge,
    goal: wrapLines(facts ? goal : `${counted}${goal}`, width - badge.length - 3, goalLines),
    facts: facts ? { bar: wide ? bar(card) : '', text: factsText(card, wide) } : null,
    doing: doing === null ? null : cutToWidth(doing, width),
  };
}

export function headerLines({ goal, facts, doing }: HeaderView): number {
  return Math.max(1, goal.length) + (facts === null ? 0 : 1) + (doing === null ? 0 : 1);
}

function bar({ done, total }: PlanCard): string {
  if (total === 0) return '';
  const full = Math.round((done / total) * barWidth);
  return '█'.repeat(full) + '░'.repeat(barWidth - full);
}

function factsText(card: PlanCard, wide: boolean): string {
  const failed = card.rows.filter(({ status }) => status === 'failed').length;
  const skipped = card.rows.filter(({ status }) => status === 'skipped').length;
  const counts = [
    `${card.done}${wide ? ' of ' : '/'}${card.total} done`,
    failed === 0 ? '' : `${failed} failed`,
    skipped === 0 ? '' : `${skipped} skipped`,
  ];
  return [
    card.total === 0 ? '' : counts.filter((text) => text !== '').join(', '),
    card.id,
    card.revision === 0 ? '' : `revision ${card.revision}`,
    // Last, because terminals do not agree on how wide it is.
    card.autoBudget === null ? '' : `⚡${card.autoBudget}${wide ? ' left' : ''}`,
  ]
    .filter((text) => text !== '')
    .join(' · ');
}

/** What is worked on apart from steps, and since when; null when nothing is. */
export function besidesSteps(state: RunState): { readonly words: string; readonly since: string } | null {
  if (state.status === 'planning') return { words: 'Planning', since: state.createdAt };
  if ((state.status === 'done' || state.status === 'failed') && !hasEnded(state))
    return { words: 'Writing the answer', since: state.endedAt ?? state.updatedAt };
  return null;
}

export function doingText(state: RunState, progress: string | undefined, nowMs: number): string | null {
  const doing = besidesSteps(state);
  if (doing === null) return null;
  return `${doing.words} ${clockText(doing.since, nowMs)}${progress === undefined ? '' : ` · ${progress}`}`;
}
