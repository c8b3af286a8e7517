import { fieldKey } from '../../../plan/parse/field-key.js';
import type { Part } from './task-outline.js';

/** An item of a list, and the items below it. */
export type Item = { readonly text: string; readonly children: readonly string[] };

const marked = /^(\s*)(?:[-*+•]|[0-9]+[.)])\s+([^\n]*)$/;
const nothing = /^(?:none|n\/?a|nothing|-|–|—|\[\s*\]|\(none\))\.?$/i;

/** Whether a text says that there is nothing. */
export function saysNothing(text: string): boolean {
  return text.trim() === '' || nothing.test(text.trim());
}

/** The whole part as text. */
export function textOf({ rest, lines }: Part): string {
  return [rest, ...lines].join('\n').trim();
}

/** The items of a list that stands on the label's line, below it, or both. Lines without a mark go on with the item above. */
export function itemsOf({ rest, lines }: Pick<Part, 'rest' | 'lines'>): readonly Item[] {
  const open = inlineItems(rest).map(newItem);
  let first: number | undefined;
  for (const line of lines.filter((each) => each.trim() !== '')) {
    const [, indent = '', text] = marked.exec(line) ?? [];
    const last = open.at(-1);
    first ??= text === undefined ? undefined : indent.length;
    if (last && text !== undefined && indent.length > (first ?? 0)) last.children.push(text.trim());
    else if (last && text === undefined) last.words.push(line.trim());
    else open.push(newItem(text ?? line));
  }
  const items = open.map(({ words, children }) => ({ text: words.join(' '), children }));
  return items.filter(({ text, children }) => children.length > 0 || !saysNothing(text));
}

function newItem(text: string): { readonly words: string[]; readonly children: string[] } {
  return { words: [text.trim()], children: [] };
}

/** The texts of a list, each with what stands below it. */
export function textsOf(part: Part): readonly string[] {
  return itemsOf(part).map(({ text, children }) => (children.length > 0 ? `${text} (${children.join('; ')})` : text));
}

/** Items of `Name: text | Name: text`, where further names may stand below the first. */
export function barTexts(part: Part): readonly string[] {
  return itemsOf(part).map(({ text, children }) => [text, ...children].join(' | '));
}

function inlineItems(rest: string): readonly string[] {
  const text = rest.replace(/\s+/g, ' ').trim();
  if (/^[0-9]+[.)] /.test(text)) return splitItems(text, / (?=[0-9]+[.)] )/);
  return /^[-*•] /.test(text) ? splitItems(text, / (?=[-•] )/) : [text].filter(Boolean);
}

function splitItems(text: string, at: RegExp): readonly string[] {
  return text.split(at).map((item) => item.replace(/^(?:[-*•]|[0-9]+[.)])\s+/, '').trim());
}

export type Named = {
  /** By the name's key. Several items may have one name. */
  readonly found: ReadonlyMap<string, readonly Item[]>;
  readonly unnamed: readonly string[];
};

/** The items `Name: text`, by those names that are known; an item without one goes on with the item before. */
export function namedItems(part: Part, names: readonly string[]): Named {
  const found = new Map<string, Item[]>();
  const unnamed: string[] = [];
  let current: Item[] | undefined;
  for (const item of itemsOf(part)) {
    const [, name = '', text = ''] = /^\*{0,2}([^:*\n]{1,40}?)\*{0,2}\s*:\*{0,2}\s*([^\n]*)$/.exec(item.text) ?? [];
    const key = fieldKey(name.trim());
    if (names.includes(key)) {
      current = found.get(key) ?? [];
      current.push({ text, children: item.children });
      found.set(key, current);
    } else if (current?.length) {
      const before = current.pop();
      current.push({
        text: `${before?.text ?? ''} - ${item.text}`,
        children: [...(before?.children ?? []), ...item.children],
      });
    } else unnamed.push(item.text);
  }
  return { found, unnamed };
}

/** What one name says, as text. */
export function namedText({ found }: Named, name: string): string | undefined {
  const said = found
    .get(name)
    ?.map(({ text, children }) => [text, ...children].filter(Boolean).join('; '))
    .join('; ');
  return said === undefined || saysNothing(said) ? undefined : said;
}

/** What one name says, as a list: the items below it, else its text split at the separator. */
export function namedList({ found }: Named, name: string, separator: RegExp): readonly string[] | undefined {
  const items = found.get(name);
  const list = items?.flatMap(({ text, children }) => (children.length > 0 ? children : text.split(separator)));
  return list?.map((text) => text.trim()).filter((text) => !saysNothing(text));
}

/** `Name: text | Name: text`, by key. */
export function barFields(text: string): ReadonlyMap<string, string> {
  const pairs = text.split('|').flatMap((pair) => {
    const [, name, value] = /^\*{0,2}([^:=*\n]{1,30}?)\*{0,2}\s*[:=]\*{0,2}\s*([^\n]*)$/.exec(pair.trim()) ?? [];
    return name === undefined || value === undefined ? [] : [[fieldKey(name.trim()), value.trim()] as const];
  });
  return new Map(pairs);
}
