import { linesOf } from './words.js';

/** A requirement, a decision, an epic or a story, by the name others refer to it. */
export type SpecEntry = { readonly id: string; readonly title: string };

const heading = /^\s*#{1,6}\s+(.*)$/;
const item = /^\s*(?:[-*+]|\d{1,3}[.)])\s+(.*)$/;

/**
 * What an index names by ids, each once and in order, however it is written: rows of a table, items of a list, headings. The
 * title is what stands beside the id. A mention inside a sentence is not an entry.
 */
export function specEntries(text: string, id: RegExp): readonly SpecEntry[] {
  const found = new Map<string, SpecEntry>();
  for (const line of linesOf(text)) {
    const entry = entryOn(line, id);
    if (entry && !found.has(entry.id)) found.set(entry.id, entry);
  }
  return [...found.values()];
}

function entryOn(line: string, id: RegExp): SpecEntry | undefined {
  const cells = line.trim().startsWith('|') ? line.split('|').map(plain) : undefined;
  if (cells) {
    const place = cells.findIndex((cell) => id.test(cell));
    const named = id.exec(cells[place] ?? '')?.[0];
    // In a table of stories the epic's id may stand in a later column; only the first id opens a row.
    const isFirst = cells.slice(1, place).every((cell) => cell === '' || /^\d+$/.test(cell));
    const own = titleAfter(cells[place] ?? '', named);
    return named !== undefined && isFirst
      ? { id: named.toUpperCase(), title: own || (cells[place + 1] ?? '') }
      : undefined;
  }
  const content = plain(heading.exec(line)?.[1] ?? item.exec(line)?.[1] ?? '');
  const match = id.exec(content);
  return match?.index === 0 ? { id: match[0].toUpperCase(), title: titleAfter(content, match[0]) } : undefined;
}

function titleAfter(text: string, id: string | undefined): string {
  return id === undefined ? '' : text.slice(text.indexOf(id) + id.length).replace(/^[\s:.)\]–—-]+/, '');
}

/** Without emphasis, code marks, boxes to tick and the targets of links. */
function plain(text: string): string {
  return text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*\[[ xX]\]\s*/, '')
    .replace(/[*`]/g, '')
    .trim();
}

/** The items of every list that stands under a heading which fits, down to the next heading. */
export function itemsUnder(text: string, title: RegExp): readonly string[] {
  let isUnder = false;
  return linesOf(text).flatMap((line) => {
    const opened = heading.exec(line)?.[1];
    if (opened !== undefined) isUnder = title.test(opened);
    const found = isUnder && opened === undefined ? item.exec(line)?.[1] : undefined;
    return found === undefined ? [] : [plain(found)];
  });
}
