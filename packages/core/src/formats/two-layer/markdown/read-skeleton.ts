import { stated } from '../../../shared/stated.js';
import { type Item, namedItems } from './part-items.js';
import type { Part } from './task-outline.js';
import { readEach, type Unread } from './unread.js';

/** Interfaces, functions and classes, each on a line of its own or below its name. */
export function readSkeleton(part: Part, unread: Unread): Readonly<Record<string, unknown>> {
  const named = namedItems(part, ['interfaces', 'interface', 'functions', 'function', 'classes', 'class']);
  for (const text of named.unnamed) unread(part, text);
  const all = (names: readonly string[], read: (text: string) => object | undefined): readonly object[] | undefined => {
    const items = names.flatMap((name) => named.found.get(name) ?? []).flatMap(lines);
    const found = readEach(part, items, read, unread);
    return found.length > 0 ? found : undefined;
  };
  return stated({
    interfaces: all(['interfaces', 'interface'], interfaceIn),
    key_functions: all(['functions', 'function'], functionIn),
    classes: all(['classes', 'class'], classIn),
  });
}

function lines({ text, children }: Item): readonly string[] {
  return [text, ...children].filter((line) => line !== '');
}

function interfaceIn(text: string): object | undefined {
  const [, name, definition, purpose] = /^([^:\n]+):\s*([^\n]+?)(?:\s+-\s+([^\n]+))?$/.exec(text) ?? [];
  return name === undefined ? undefined : stated({ name: bare(name), definition, purpose });
}

function functionIn(text: string): object | undefined {
  const [, signature, purpose, returns] =
    /^([^\n]+?)\s+-\s+([^\n]+?)(?:\s+-\s+returns:?\s+([^\n]+))?$/i.exec(text) ?? [];
  return signature === undefined ? undefined : stated({ signature: bare(signature), purpose, returns });
}

function classIn(text: string): object | undefined {
  const [, name, purpose, methods] = /^([^\n]+?)\s+-\s+([^\n]+?)(?:\s+-\s+methods:?\s+([^\n]+))?$/i.exec(text) ?? [];
  if (name === undefined) return undefined;
  const listed = methods?.split(/\s*,\s*(?![^(]*\))/).map((method) => method.trim());
  return stated({ name: bare(name), purpose, methods: listed });
}

function bare(text: string): string {
  return text.replace(/`|\*\*/g, '').trim();
}
