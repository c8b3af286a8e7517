import { isWorking, type PlanCard, type RunState } from '@planwright/core';
import type { CardInput, Situation } from './card-input.js';
import { fitRows } from './fit-rows.js';
import { footerLines, type FooterView, footerView } from './footer-view.js';
import { doingText, headerLines, type HeaderView, headerView } from './header-view.js';
import { linesOfText, type ListView, listView } from './list-view.js';
import { plainLine } from '../output/plain-text.js';
import { type RowFacts, type RowView, rowView } from './row-view.js';
import { type Said, tryOf } from './use-progress.js';
import { whyNotPlan, whyNotStep } from './why-not.js';

export type Screen = { readonly columns: number; readonly rows: number };

/** Everything a frame is made from. */
export type CardFacts = {
  readonly state: RunState;
  readonly card: PlanCard;
  readonly input: CardInput;
  /** The selected row; -1 for none. */
  readonly at: number;
  /** Lines of the selected step's text; none when it is not open. */
  readonly text: readonly string[];
  readonly said: Said;
  readonly details: readonly string[];
  readonly nowMs: number;
  readonly screen: Screen;
  /** The frame that stays when the card is gone: no keys, no questions. */
  readonly final: boolean;
};

/** A frame as data: every line of it, cut to the height of the screen; the parts only draw. */
export type CardView = {
  readonly width: number;
  readonly header: HeaderView;
  /** Empty lines around the list. */
  readonly gaps: boolean;
  readonly details: readonly string[];
  readonly list: ListView;
  readonly footer: FooterView;
  /** How far the open text can be scrolled, and how much of it is seen at once. */
  readonly scroll: { readonly last: number; readonly page: number };
};

/** With fewer lines, the frame gives up what is pleasant to have. */
const shortHeight = 12;

export function cardView(facts: CardFacts): CardView {
  const { card, at, text, screen } = facts;
  // The cursor stands below the frame; the spare column is for terminals that draw a character wider than it is counted.
  const height = Math.max(1, screen.rows - 1);
  const width = Math.max(1, screen.columns - 1);
  const footer = footerView(facts, { width, short: height < shortHeight });
  const header = headerFor(facts, width, height - footerLines(footer));
  const rows = card.rows.map((row, index) =>
    rowWithout(index === at && text.length > 0, rowView(row, workOn(facts, row.id))),
  );
  const fit = fitRows({
    lines: Math.max(1, height - footerLines(footer) - headerLines(header)),
    details: facts.details.length,
    rows: rows.map(({ note, tone }) => ({ note: note === '' ? 'none' : isCalm(tone) ? 'calm' : 'urgent' })),
    focus: at,
    open: text.length,
  });
  const page = linesOfText(text, fit);
  return {
    width,
    header,
    gaps: fit.gaps,
    details: facts.details.slice(0, fit.details).map(plainLine),
    list: listView({ rows, fit, at, text, scroll: facts.input.scroll, width }),
    footer,
    scroll: { last: Math.max(0, text.length - page), page: Math.max(1, page) },
  };
}

/** The steps come first: the header takes its second line, and its third, when enough of them are seen beside it. */
function headerFor(facts: CardFacts, width: number, lines: number): HeaderView {
  const doing = doingText(facts.state, facts.said.get(null)?.text, facts.nowMs);
  const steps = facts.card.rows.length;
  return headerView(facts.card, facts.final ? null : doing, {
    width,
    goalLines: lines - 6 >= steps + facts.text.length ? 2 : 1,
    facts: lines - 2 >= Math.min(4, steps),
  });
}

/** The open text says in full what the note says in a line; what a worker is saying now is in the note only. */
function rowWithout(isOpen: boolean, row: RowView): RowView {
  return isOpen && row.tone !== 'working' ? { ...row, note: '' } : row;
}

function workOn({ state, said, nowMs }: CardFacts, id: string): RowFacts {
  const index = state.execution?.plan.steps.findIndex((step) => step.id === id) ?? -1;
  const own = state.execution?.steps[index];
  const last = said.get(id);
  const progress = last?.try === tryOf(state, id) ? last.text : undefined;
  const may = state.status === 'draft' ? (state.execution?.classes[index] ?? null) : null;
  return { working: own !== undefined && isWorking(own), progress, nowMs, may };
}

function isCalm(tone: RowView['tone']): boolean {
  return tone === 'done' || tone === 'skipped' || tone === 'pending';
}

/** What the keys are about, in the frame that is on the screen. */
export function situationOf({ state, card, at }: CardFacts, { scroll }: CardView): Situation {
  return {
    rows: card.rows,
    at,
    whyNot: (key) => {
      if (key === 'approve' || key === 'pause' || key === 'resume' || key === 'cancel') return whyNotPlan(card, key);
      return whyNotStep(state, card.rows[at]?.id ?? '', key);
    },
    lastScroll: scroll.last,
    page: scroll.page,
  };
}
