import type { OutlineEntry } from './outline.js';
import type { SourceText } from './source-text.js';

/** A stretch of a file that is about one thing: a declaration with its comment, a section, or some lines. */
export type Passage = {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  /** What it declares or is headed by; empty for plain lines. */
  readonly name: string;
  readonly kind: string;
  readonly container: string;
  /** The line of the declaration or heading; `start` for plain lines. */
  readonly line: number;
  /** False for the later parts of a long declaration. */
  readonly isOpening: boolean;
};

/** Longer stretches are cut, so that a rare word deep in a long function is found where it stands. */
const longestPassage = 40;

export function passagesOf({ path, lines, outline }: SourceText): readonly Passage[] {
  const passages: Passage[] = [];
  let next = 1;
  for (const entry of outline) {
    passages.push(...plainPassages(path, lines, next, entry.start - 1), ...partsOf(path, lines, entry));
    next = entry.end + 1;
  }
  return [...passages, ...plainPassages(path, lines, next, lines.length)];
}

function partsOf(path: string, lines: readonly string[], entry: OutlineEntry): readonly Passage[] {
  const { name, kind, line, container = '' } = entry;
  const cut = kind === 'heading' ? blocksOf(lines, entry.start, entry.end) : cuts(entry.start, entry.end);
  return cut.map(([start, end], place) => ({
    ...{ path, start, end, name, kind, container },
    line: place === 0 ? line : start,
    isOpening: place === 0,
  }));
}

/** Lines that no declaration owns: the top of a file, or all of one we cannot outline. Cut at blank lines where it can be. */
function plainPassages(path: string, lines: readonly string[], from: number, to: number): readonly Passage[] {
  const passages: Passage[] = [];
  let start = from;
  for (let line = from; line <= to; line += 1) {
    const isFull = line - start + 1 >= longestPassage;
    const isBreak = (lines[line - 1] ?? '').trim() === '' && line - start + 1 >= longestPassage / 4;
    if (line < to && !isFull && !isBreak) continue;
    // What closes a class or separates two functions says nothing.
    if (lines.slice(start - 1, line).some((text) => /\w/.test(text)))
      passages.push({ path, start, end: line, name: '', kind: 'lines', container: '', line: start, isOpening: true });
    start = line + 1;
  }
  return passages;
}

type Cut = readonly [start: number, end: number];

function cuts(start: number, end: number): readonly Cut[] {
  const count = Math.max(1, Math.ceil((end - start + 1) / longestPassage));
  return Array.from({ length: count }, (_, place) => [
    start + place * longestPassage,
    Math.min(end, start + (place + 1) * longestPassage - 1),
  ]);
}

/** About a paragraph: enough to be understood alone, little enough to be about one thing. */
const blockCharacters = 400;
const blockStart = /^\s*(?:[-*+]|\d+[.)]|\|)\s|^\s*$/;

/** The paragraphs, items and rows under a heading, short ones together. */
function blocksOf(lines: readonly string[], start: number, end: number): readonly Cut[] {
  const blocks: Cut[] = [];
  let from = start;
  let size = 0;
  for (let line = start; line <= end; line += 1) {
    const text = lines[line - 1] ?? '';
    if ((size >= blockCharacters && blockStart.test(text)) || line - from >= longestPassage) {
      blocks.push([from, line - 1]);
      from = line;
      size = 0;
    }
    size += text.length;
  }
  return [...blocks, [from, end]];
}
