import { isApproved, type PlanCard, type RunState } from '@planwright/core';
import type { CardInput, Prompt } from './card-input.js';
import { flowKeys, type KeyLine } from './flow-keys.js';
import type { CardKey } from './keymap.js';
import { plainLine } from '../output/plain-text.js';
import { whyNotPlan, whyNotStep } from './why-not.js';
import { wrapLines } from './wrap-lines.js';

export type FooterView = {
  /** What is wrong: critical findings before approval, or why planning failed. */
  readonly problems: readonly string[];
  /** What is wanted of the supervisor. */
  readonly wanted: readonly string[];
  /** Why the last key did nothing. */
  readonly notice: readonly string[];
  readonly prompt: Prompt | null;
  /** Empty while a question has the keyboard, and on the last frame. */
  readonly keys: readonly KeyLine[];
};

export type FooterFacts = {
  readonly state: RunState;
  readonly card: PlanCard;
  readonly input: CardInput;
  readonly at: number;
  readonly final: boolean;
};

/** `short`: few lines; a question, a notice or an open text then takes the place of what is wanted. */
export type FooterRoom = { readonly width: number; readonly short: boolean };

const narrow = 60;

export function footerView({ state, card, input, at, final }: FooterFacts, { width, short }: FooterRoom): FooterView {
  const most = short ? 2 : 3;
  const prompt = final ? null : input.prompt;
  const notice = final || input.notice === null ? [] : wrapLines(plainLine(input.notice), width, most);
  const crowded = short && (prompt !== null || notice.length > 0 || input.open);
  return {
    problems: crowded ? [] : problemsOf(state, card, { width, short }),
    wanted: crowded || card.wanted === null ? [] : wrapLines(`Your turn: ${plainLine(card.wanted)}`, width, most),
    notice,
    prompt,
    keys: final || prompt !== null ? [] : keysOf(state, card, at, width),
  };
}

export function footerLines({ problems, wanted, notice, prompt, keys }: FooterView): number {
  const asked = prompt === null ? 0 : prompt.asks === 'cancel' ? 2 : 3;
  return problems.length + wanted.length + notice.length + asked + keys.length;
}

function problemsOf(state: RunState, card: PlanCard, { width, short }: FooterRoom): readonly string[] {
  if (state.error !== null) return wrapLines(plainLine(state.error.message), width, 3);
  const undecided =
    card.state !== 'planning' && card.actions.some(({ name, enabled }) => name === 'approve' && enabled);
  const critical = undecided ? state.findings.filter(({ severity }) => severity === 'critical') : [];
  const [first, ...others] = critical.map(
    ({ step, message }) => `Critical${step === null ? '' : ` in ${step}`}: ${plainLine(message)}`,
  );
  if (first === undefined) return [];
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  if (short) return [`Critical${more}: ${first.slice(first.indexOf(': ') + 2)}`];
  return others.length > 2
    ? [...wrapLines(first, width, 2), `and ${others.length} more critical findings`]
    : [first, ...others].flatMap((text) => wrapLines(text, width, 2));
}

function keysOf(state: RunState, card: PlanCard, at: number, width: number): readonly KeyLine[] {
  const row = card.rows[at];
  return flowKeys(width, row?.label ?? '', (does, word) => ({
    word: does === 'approve' ? approveWord(state, word, width) : word,
    enabled: isEnabled(state, card, row?.id, does),
  }));
}

function approveWord(state: RunState, word: string, width: number): string {
  if (state.status !== 'draft') return word;
  if (isApproved(state.approval, state.hash)) return 'start';
  return width < narrow ? word : `${word} and start`;
}

function isEnabled(state: RunState, card: PlanCard, stepId: string | undefined, key: CardKey): boolean {
  switch (key) {
    case 'approve':
    case 'pause':
    case 'resume':
    case 'cancel':
      return whyNotPlan(card, key) === null;
    case 'retry':
    case 'skip':
    case 'done':
    case 'failed':
      return stepId !== undefined && whyNotStep(state, stepId, key) === null;
    case 'leave':
    case 'up':
    case 'down':
    case 'open':
    case 'back':
    case 'page-up':
    case 'page-down':
      return true;
  }
}
