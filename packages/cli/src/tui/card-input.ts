import { type CardKey, keyAction, type PlanKey, type Press, type StepKey } from './keymap.js';

/** A question that has the keyboard until it is answered or left. */
export type Prompt =
  | { readonly asks: 'cancel' }
  | { readonly asks: StepKey; readonly step: string; readonly label: string; readonly text: string };

/** What the person at the card has done with it; how the run stands is elsewhere. */
export type CardInput = {
  /** The step chosen by hand; null follows the run. */
  readonly selected: string | null;
  readonly open: boolean;
  /** Lines of the open text that were scrolled away. */
  readonly scroll: number;
  readonly prompt: Prompt | null;
  /** Why the last key did nothing. */
  readonly notice: string | null;
};

export const noInput: CardInput = { selected: null, open: false, scroll: 0, prompt: null, notice: null };

/** What is to be done with the run. */
export type Order =
  { readonly type: PlanKey | 'leave' } | { readonly type: StepKey; readonly step: string; readonly text: string };

/** What the keys are about: the rows as they are shown, and what does not apply. */
export type Situation = {
  readonly rows: readonly { readonly id: string; readonly label: string }[];
  /** The row with the mark, chosen or followed; -1 when there is none. */
  readonly at: number;
  /** Why not, or null when it may be done. */
  readonly whyNot: (key: PlanKey | StepKey) => string | null;
  /** How far the open text can be scrolled, and by how much at a time. */
  readonly lastScroll: number;
  readonly page: number;
};

export type Pressed = { readonly input: CardInput; readonly order: Order | null };

/** One key: what the card shows from now on, and what is to be done. */
export function pressKey(input: CardInput, press: Press, situation: Situation): Pressed {
  const before = { ...input, notice: null };
  if ('key' in press && press.key === 'interrupt')
    return { input: { ...before, prompt: null }, order: { type: 'leave' } };
  if (before.prompt !== null) return answerPrompt(before, before.prompt, press);
  const action = keyAction(press);
  return action === undefined ? stays(before) : act(before, action, situation);
}

function act(input: CardInput, action: CardKey, situation: Situation): Pressed {
  const row = situation.rows[situation.at];
  switch (action) {
    case 'leave':
      return { input, order: { type: 'leave' } };
    case 'up':
    case 'down':
      return stays(moved(input, situation, action === 'up' ? -1 : 1));
    case 'page-up':
    case 'page-down': {
      const by = action === 'page-up' ? -situation.page : situation.page;
      return stays({ ...input, scroll: Math.max(0, Math.min(situation.lastScroll, input.scroll + by)) });
    }
    case 'open':
      // Opening holds the selection: what is being read must not move away when the run goes on.
      return stays(row === undefined ? input : { ...input, selected: row.id, open: !input.open, scroll: 0 });
    case 'back':
      return stays({ ...input, selected: null, open: false, scroll: 0 });
    case 'approve':
    case 'pause':
    case 'resume':
    case 'cancel':
      return actOnPlan(input, action, situation);
    case 'retry':
    case 'skip':
    case 'done':
    case 'failed':
      return actOnStep(input, action, situation);
  }
}

function moved(input: CardInput, { rows, at }: Situation, by: 1 | -1): CardInput {
  const row = rows[Math.max(0, Math.min(rows.length - 1, at + by))];
  return row === undefined ? input : { ...input, selected: row.id, scroll: 0 };
}

function actOnPlan(input: CardInput, action: PlanKey, { whyNot }: Situation): Pressed {
  const why = whyNot(action);
  if (why !== null) return stays({ ...input, notice: why });
  return action === 'cancel' ? stays({ ...input, prompt: { asks: 'cancel' } }) : { input, order: { type: action } };
}

/** Each asks for a line first, so that no step is settled by a slip, or because the selection moved at that moment. */
function actOnStep(input: CardInput, action: StepKey, { rows, at, whyNot }: Situation): Pressed {
  const row = rows[at];
  const why = row === undefined ? 'there are no steps yet' : whyNot(action);
  if (row === undefined || why !== null) return stays({ ...input, notice: why });
  return stays({ ...input, prompt: { asks: action, step: row.id, label: row.label, text: '' } });
}

function answerPrompt(input: CardInput, prompt: Prompt, press: Press): Pressed {
  if ('key' in press && press.key === 'escape') return stays({ ...input, prompt: null });
  if (prompt.asks === 'cancel') {
    const yes = 'text' in press && press.text.toLowerCase() === 'y';
    return { input: { ...input, prompt: null }, order: yes ? { type: 'cancel' } : null };
  }
  if ('text' in press) return typed(input, prompt, prompt.text + oneLine(press.text));
  if (press.key === 'backspace') return typed(input, prompt, withoutLast(prompt.text));
  if (press.key === 'clear-line') return typed(input, prompt, '');
  return press.key === 'enter' ? submitted(input, prompt) : stays(input);
}

type LinePrompt = Exclude<Prompt, { asks: 'cancel' }>;

function typed(input: CardInput, prompt: LinePrompt, text: string): Pressed {
  return stays({ ...input, prompt: { ...prompt, text } });
}

function submitted(input: CardInput, prompt: LinePrompt): Pressed {
  const text = prompt.text.trim();
  if (text === '' && needsText(prompt.asks)) {
    const notice =
      prompt.asks === 'done' ? 'say what was done or found: later steps read it' : 'say why: later steps read it';
    return stays({ ...input, notice });
  }
  return { input: { ...input, prompt: null }, order: { type: prompt.asks, step: prompt.step, text } };
}

/** Whether a line must be given; the others may be left empty. */
export function needsText(asks: StepKey): boolean {
  return asks === 'done' || asks === 'failed';
}

/** A pasted text may hold line ends; it is taken as one line, and only the enter key ends it. */
function oneLine(text: string): string {
  return text.replace(/[\r\n\t]+/g, ' ');
}

function withoutLast(text: string): string {
  const graphemes = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  return graphemes.slice(0, -1).join('');
}

function stays(input: CardInput): Pressed {
  return { input, order: null };
}
