import { describe, expect, it } from 'vitest';
import { type CardInput, noInput, type Order, pressKey, type Situation } from './card-input.js';
import type { NamedKey, Press } from './keymap.js';

const situation: Situation = {
  rows: [
    { id: 'one', label: 'E1' },
    { id: 'two', label: 'E2' },
    { id: 'three', label: 'E3' },
  ],
  at: 1,
  whyNot: () => null,
  lastScroll: 10,
  page: 4,
};

const named: readonly string[] = ['up', 'down', 'enter', 'escape', 'backspace', 'clear-line', 'interrupt', 'page-down'];
const press = (name: string): Press => (named.includes(name) ? { key: name as NamedKey } : { text: name });

/** Presses one key after the other, the selection moving with them as on the screen. */
function after(
  keys: readonly string[],
  about: Partial<Situation> = {},
): { readonly input: CardInput; readonly orders: readonly Order[] } {
  let input = noInput;
  const orders: Order[] = [];
  for (const key of keys) {
    const now = { ...situation, ...about };
    const chosen = now.rows.findIndex(({ id }) => id === input.selected);
    const pressed = pressKey(input, press(key), { ...now, at: chosen === -1 ? now.at : chosen });
    input = pressed.input;
    if (pressed.order !== null) orders.push(pressed.order);
  }
  return { input, orders };
}

describe('keys for the plan', () => {
  it('orders what applies at once', () => {
    expect(after(['a', 'p', 'r']).orders).toEqual([{ type: 'approve' }, { type: 'pause' }, { type: 'resume' }]);
  });

  it('says why when something does not apply, until the next key', () => {
    const whyNot = (): string => 'the plan is draft';
    expect(after(['p'], { whyNot })).toEqual({ input: { ...noInput, notice: 'the plan is draft' }, orders: [] });
    expect(after(['p', 'x'], { whyNot }).input.notice).toBeNull();
  });

  it('cancels after y and only then', () => {
    expect(after(['c']).input.prompt).toEqual({ asks: 'cancel' });
    expect(after(['c', 'y']).orders).toEqual([{ type: 'cancel' }]);
    for (const no of ['n', 'escape', 'enter', 'c', 'yes']) {
      expect(after(['c', no])).toEqual({ input: noInput, orders: [] });
    }
  });

  it('leaves on q, and on Ctrl-C even from a question', () => {
    expect(after(['q']).orders).toEqual([{ type: 'leave' }]);
    expect(after(['t', 'interrupt']).orders).toEqual([{ type: 'leave' }]);
    expect(after(['t', 'q']).orders).toEqual([]);
  });
});

describe('the selection', () => {
  it('moves from the followed row and stops at the ends', () => {
    expect(after(['down']).input.selected).toBe('three');
    expect(after(['j', 'j', 'j']).input.selected).toBe('three');
    expect(after(['up', 'k', 'k']).input.selected).toBe('one');
  });

  it('holds still while a text is open, and follows the run again after escape', () => {
    expect(after(['enter']).input).toEqual({ ...noInput, selected: 'two', open: true });
    expect(after([' ', ' ']).input.open).toBe(false);
    expect(after(['enter', 'escape']).input).toEqual(noInput);
  });

  it('scrolls the open text within its ends, and from its top in the next one', () => {
    const down = Array<string>(5).fill('page-down');
    expect(after(['enter', 'page-down']).input.scroll).toBe(4);
    expect(after(['enter', ...down]).input.scroll).toBe(10);
    expect(after(['enter', ...down, 'down']).input).toMatchObject({ open: true, scroll: 0 });
  });

  it('has nothing to do where there are no steps', () => {
    expect(after(['down', 'enter'], { rows: [], at: -1 }).input).toEqual(noInput);
    expect(after(['s'], { rows: [], at: -1 }).input.notice).toBe('there are no steps yet');
  });
});

describe('keys for a step', () => {
  it('asks for a line and orders it about the step that was selected when the key was pressed', () => {
    expect(after(['t', 'use', ' strict', 'enter']).orders).toEqual([
      { type: 'retry', step: 'two', text: 'use strict' },
    ]);
    expect(after(['s', 'enter']).orders).toEqual([{ type: 'skip', step: 'two', text: '' }]);
    expect(after(['d', 'it is', 'enter']).orders).toEqual([{ type: 'done', step: 'two', text: 'it is' }]);
    expect(after(['f', 'no', 'enter']).orders).toEqual([{ type: 'failed', step: 'two', text: 'no' }]);
  });

  it('does not settle a step by hand without a word', () => {
    for (const key of ['d', 'f']) {
      const { input, orders } = after([key, ' ', 'enter']);
      expect(orders).toEqual([]);
      expect(input.prompt).not.toBeNull();
      expect(input.notice).toContain('later steps read it');
    }
  });

  it('does not ask about what does not apply', () => {
    expect(after(['t'], { whyNot: () => 'step E2 is done' }).input).toEqual({ ...noInput, notice: 'step E2 is done' });
  });

  it('takes back the last character as a person sees it, the line, or the whole question', () => {
    expect(after(['t', 'aé👩‍👩‍👧', 'backspace', 'backspace']).input.prompt).toMatchObject({ text: 'a' });
    expect(after(['t', 'abc', 'clear-line']).input.prompt).toMatchObject({ text: '' });
    expect(after(['t', 'abc', 'escape']).input.prompt).toBeNull();
  });

  it('takes pasted lines as one line that only enter ends', () => {
    const { input, orders } = after(['t', 'first\r\nsecond\n']);
    expect(input.prompt).toMatchObject({ text: 'first second ' });
    expect(orders).toEqual([]);
  });
});
