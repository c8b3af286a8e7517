import { excerptOf } from './excerpt.js';
import { quoteLine, shortened, withoutCommentMarks } from './quote.js';
import type { Passage } from './passages.js';
import { bestLines } from './rank-lines.js';
import type { SearchResult } from './search-workspace.js';
import type { SourceText } from './source-text.js';
import type { Texts } from './sources.js';

const longestExcerpt = 300;

const nothing: SourceText = { path: '', lines: [], stems: [], outline: [], code: undefined };

export function textOf(texts: Texts, path: string): SourceText {
  return texts.get(path) ?? nothing;
}

/** What a passage is, in a few words: `stepClass (function)`, `heading "Errors"`; empty for plain lines. */
export function titleOf({ name, kind, container }: Passage): string {
  if (name === '') return '';
  if (kind === 'heading' || kind === 'test') return `${kind} "${shortened(name, 80)}"`;
  const isMember = container !== '' && (kind === 'method' || kind === 'key');
  return `${isMember ? `${container}.${name}` : name} (${kind})`;
}

/** What a passage says, in a line: the comment above the declaration, or the line that stands for it. */
export function gistOf(passage: Passage, result: SearchResult): string {
  const text = textOf(result.texts, passage.path);
  const line = (text.lines[tellingLine(passage, result) - 1] ?? '').trim();
  return excerptOf(commentOf(passage, text) ?? line, result.inquiry, longestExcerpt);
}

/** The comment above a declaration, as one text; undefined where there is none. */
function commentOf(passage: Passage, { lines }: SourceText): string | undefined {
  if (!passage.isOpening || passage.start >= passage.line || passage.kind === 'heading') return undefined;
  const text = lines
    .slice(passage.start - 1, passage.line - 1)
    .map(withoutCommentMarks)
    .filter((line) => line !== '' && !line.startsWith('@'))
    .join(' ');
  return text === '' ? undefined : text;
}

/** The line that stands for a passage: its declaration; under a heading and elsewhere, the line that says most. */
export function tellingLine(passage: Passage, { texts, inquiry, rarity }: SearchResult): number {
  if (passage.name !== '' && passage.isOpening && passage.kind !== 'heading') return passage.line;
  return bestLines(textOf(texts, passage.path), passage, inquiry, rarity)[0]?.line ?? passage.line;
}

/**
 * The lines of a passage that say most, each with its place: the one that stands for it first; then the comment above it,
 * and a line within it where that says more of what was asked.
 */
export function passageQuotes(passage: Passage, result: SearchResult): readonly string[] {
  const text = textOf(result.texts, passage.path);
  const first = tellingLine(passage, result);
  const scored = bestLines(text, passage, result.inquiry, result.rarity);
  const own = scored.find(({ line }) => line === first)?.score ?? 0;
  const inside = scored.find(({ line, score }) => line > first && score > own)?.line;
  const lines = [first, firstCommentLine(passage, text), inside].filter((line) => line !== undefined);
  return [...new Set(lines)].map((line) =>
    quoteLine(passage.path, line, text.lines, (content) => excerptOf(content, result.inquiry, longestExcerpt)),
  );
}

function firstCommentLine(passage: Passage, { lines }: SourceText): number | undefined {
  if (!passage.isOpening) return undefined;
  for (let line = passage.start; line < passage.line; line += 1)
    if (withoutCommentMarks(lines[line - 1] ?? '') !== '') return line;
  return undefined;
}
