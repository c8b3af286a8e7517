import type { Key } from 'ink';
import { describe, expect, it } from 'vitest';
import { keyAction, keymap, pressesOf } from './keymap.js';

const aKey = (pressed: Partial<Key> = {}): Key => ({
  upArrow: false,
  downArrow: false,
  leftArrow: false,
  rightArrow: false,
  pageDown: false,
  pageUp: false,
  home: false,
  end: false,
  return: false,
  escape: false,
  ctrl: false,
  shift: false,
  tab: false,
  backspace: false,
  delete: false,
  meta: false,
  super: false,
  hyper: false,
  capsLock: false,
  numLock: false,
  ...pressed,
});

describe('keymap', () => {
  it('gives no key to two actions', () => {
    const keys = keymap.flatMap(({ on }) => on);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it.each([
    ['a', 'approve'],
    ['p', 'pause'],
    ['r', 'resume'],
    ['c', 'cancel'],
    ['q', 'leave'],
    ['k', 'up'],
    ['j', 'down'],
    [' ', 'open'],
    ['t', 'retry'],
    ['s', 'skip'],
    ['d', 'done'],
    ['f', 'failed'],
  ])('reads %j as %s', (text, action) => {
    expect(keyAction({ text })).toBe(action);
  });

  it('does nothing with other keys, with capital letters, or with pasted text', () => {
    expect(['x', 'A', 'aa', 'ap', ''].map((text) => keyAction({ text }))).toEqual(Array(5).fill(undefined));
  });
});

describe('pressesOf', () => {
  it.each([
    ['up', { upArrow: true }, 'up'],
    ['enter', { return: true }, 'enter'],
    ['escape', { escape: true, meta: true }, 'escape'],
    ['backspace, as most terminals send it', { delete: true }, 'backspace'],
    ['page down', { pageDown: true }, 'page-down'],
    ['an arrow that means nothing here', { leftArrow: true }, 'other'],
  ])('knows %s', (_name, key, named) => {
    expect(pressesOf('', aKey(key))).toEqual([{ key: named }]);
  });

  it('hears Ctrl-C, alone or behind other text', () => {
    expect(pressesOf('c', aKey({ ctrl: true }))).toEqual([{ key: 'interrupt' }]);
    expect(pressesOf('abc\u0003', aKey())).toEqual([{ key: 'interrupt' }]);
  });

  it('hears Ctrl-D as leaving, as at any other prompt', () => {
    const [press] = pressesOf('d', aKey({ ctrl: true }));
    expect(keyAction(press!)).toBe('leave');
  });

  it('takes a held-down j or k as several presses, any other text as one', () => {
    expect(pressesOf('jj', aKey())).toEqual([{ text: 'j' }, { text: 'j' }]);
    expect(pressesOf('jk', aKey())).toEqual([{ text: 'jk' }]);
    expect(pressesOf('approve all', aKey())).toEqual([{ text: 'approve all' }]);
  });

  it('does not read Alt and a letter as the letter', () => {
    expect(pressesOf('a', aKey({ meta: true }))).toEqual([{ key: 'other' }]);
  });
});
