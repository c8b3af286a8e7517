import type { Part } from './task-outline.js';

/** Tells that something was written under a name and could not be read. */
export type Unread = (part: Pick<Part, 'name' | 'line'>, text: string) => void;

/** No item that is meant to be read in parts is longer; what is, would only cost time. */
const maxItemLength = 2_000;

/** What could be read of several texts; the others are reported. */
export function readEach<T>(
  part: Part,
  texts: readonly string[],
  read: (text: string) => T | undefined,
  unread: Unread,
): readonly T[] {
  return texts.flatMap((text) => {
    const found = text.length > maxItemLength ? undefined : read(text.replace(/\s+/g, ' '));
    if (found === undefined) unread(part, text);
    return found === undefined ? [] : [found];
  });
}
