import type { Key } from 'ink';

/** What a person may ask for at the card. */
export type PlanKey = 'approve' | 'pause' | 'resume' | 'cancel';
export type StepKey = 'retry' | 'skip' | 'done' | 'failed';
export type CardKey = PlanKey | StepKey | 'leave' | 'up' | 'down' | 'open' | 'back' | 'page-up' | 'page-down';

/** A key as it arrives: one with a name, or text (more than one character when it was pasted). */
export type Press = { readonly key: NamedKey } | { readonly text: string };
export type NamedKey =
  | 'up'
  | 'down'
  | 'page-up'
  | 'page-down'
  | 'enter'
  | 'escape'
  | 'backspace'
  | 'clear-line'
  | 'interrupt'
  | 'end-of-input'
  | 'other';

export type Binding = {
  readonly does: CardKey;
  /** Names of keys (`NamedKey`), or single characters. */
  readonly on: readonly string[];
  /** What the key line shows; a binding without it is told elsewhere on the screen. */
  readonly shown?: { readonly key: string; readonly word: string; readonly about: 'plan' | 'step' };
};

/** Every key of the card, in the order in which the key line shows them. */
export const keymap: readonly Binding[] = [
  { does: 'approve', on: ['a'], shown: { key: 'a', word: 'approve', about: 'plan' } },
  { does: 'pause', on: ['p'], shown: { key: 'p', word: 'pause', about: 'plan' } },
  { does: 'resume', on: ['r'], shown: { key: 'r', word: 'resume', about: 'plan' } },
  { does: 'cancel', on: ['c'], shown: { key: 'c', word: 'cancel', about: 'plan' } },
  { does: 'leave', on: ['q', 'interrupt', 'end-of-input'], shown: { key: 'q', word: 'leave', about: 'plan' } },
  { does: 'up', on: ['up', 'k'], shown: { key: '↑↓', word: 'select', about: 'step' } },
  { does: 'down', on: ['down', 'j'] },
  { does: 'open', on: ['enter', ' '], shown: { key: 'enter', word: 'open', about: 'step' } },
  { does: 'retry', on: ['t'], shown: { key: 't', word: 'retry', about: 'step' } },
  { does: 'skip', on: ['s'], shown: { key: 's', word: 'skip', about: 'step' } },
  { does: 'done', on: ['d'], shown: { key: 'd', word: 'done', about: 'step' } },
  { does: 'failed', on: ['f'], shown: { key: 'f', word: 'failed', about: 'step' } },
  { does: 'back', on: ['escape'] },
  { does: 'page-up', on: ['page-up'] },
  { does: 'page-down', on: ['page-down'] },
];

const byKey = new Map(keymap.flatMap(({ does, on }) => on.map((key) => [key, does] as const)));

/** What a key does at the card, when no question is open. Pasted text is not read as keys, whatever it holds. */
export function keyAction(press: Press): CardKey | undefined {
  return byKey.get('key' in press ? press.key : press.text);
}

/** Ink's account of what arrived as ours: one press, but for a held-down `j` or `k`, which may arrive in one piece. */
export function pressesOf(input: string, key: Key): readonly Press[] {
  // A terminal that falls behind delivers Ctrl-C together with what was typed before it.
  if ((key.ctrl && input === 'c') || input.includes('\u0003')) return [{ key: 'interrupt' }];
  const named = namedKey(input, key);
  if (named !== undefined) return [{ key: named }];
  return /^(j+|k+)$/.test(input) ? Array.from(input, (text) => ({ text })) : [{ text: input }];
}

function namedKey(input: string, key: Key): NamedKey | undefined {
  if (key.upArrow) return 'up';
  if (key.downArrow) return 'down';
  if (key.pageUp) return 'page-up';
  if (key.pageDown) return 'page-down';
  if (key.return) return 'enter';
  if (key.escape) return 'escape';
  // What terminals send for the backspace key is read by ink as `delete`.
  if (key.backspace || key.delete) return 'backspace';
  if (key.ctrl) return input === 'd' ? 'end-of-input' : input === 'u' ? 'clear-line' : 'other';
  return key.meta || key.tab || input === '' ? 'other' : undefined;
}
