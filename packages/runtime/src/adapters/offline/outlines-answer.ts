import { counted } from '@planwright/core';
import { fileKind } from './file-kind.js';
import type { OutlineEntry } from './outline.js';
import { listed, quoteLine, quoteLines, withoutCommentMarks } from './quote.js';
import type { SourceText } from './source-text.js';

const mostEntries = 40;
/** With more entries than this, the comments above them are left out. */
const mostCommented = 25;
/** How much is shown of a file that cannot be outlined, and of what a document says before its first part. */
const linesShown = 14;
const openingLines = 6;

/** What each file declares or is divided into, every entry as its own line of the file; the first line sums up. */
export function outlinesAnswer(texts: readonly SourceText[]): string {
  if (texts.length === 0) return 'None of the files could be read.';
  const outlines = texts.map((text) => ({ text, entries: text.outline }));
  const summary = outlines.map(({ text, entries }) => {
    const noun = fileKind(text.path) === 'document' ? 'heading' : 'declaration';
    return `${text.path}:1 (${counted(text.lines.length, 'line')}, ${counted(entries.length, noun)})`;
  });
  return [`Outlined ${listed(summary)}.`, ...outlines.map(({ text, entries }) => outlineText(text, entries))].join(
    '\n\n',
  );
}

function outlineText(text: SourceText, entries: readonly OutlineEntry[]): string {
  if (entries.length === 0) return [text.path, ...openingLinesOf(text, 1, linesShown)].join('\n');
  const shown = chosenEntries(entries);
  const left = entries.length - shown.length;
  return [
    text.path,
    ...(fileKind(text.path) === 'document' ? documentOpening(text, entries) : []),
    ...shown.flatMap((entry) => entryLines(entry, text, shown.length <= mostCommented)),
    ...(left > 0 ? [`- and ${left} more in ${text.path}`] : []),
  ].join('\n');
}

function entryLines(
  { start, line }: OutlineEntry,
  { path, lines }: SourceText,
  withComment: boolean,
): readonly string[] {
  const declared = `- ${quoteLine(path, line, lines)}`;
  const comment = lines.slice(start - 1, line - 1).findIndex((text) => withoutCommentMarks(text) !== '');
  return withComment && comment !== -1 ? [declared, `  ${quoteLine(path, start + comment, lines)}`] : [declared];
}

/** What a document says of itself before its first part. */
function documentOpening(text: SourceText, [first, second]: readonly OutlineEntry[]): readonly string[] {
  if (!first) return [];
  const end = second ? second.line - 1 : text.lines.length;
  return openingLinesOf(text, first.line + 1, Math.min(end, first.line + openingLines));
}

function openingLinesOf({ lines }: SourceText, start: number, end: number): readonly string[] {
  return quoteLines(lines, start, Math.min(end, lines.length)).filter((line) => !/\|\s*$/.test(line));
}

/** Where there are too many, what stands inside something else goes first. */
function chosenEntries(entries: readonly OutlineEntry[]): readonly OutlineEntry[] {
  if (entries.length <= mostEntries) return entries;
  const outer = entries.filter(({ container }) => container === undefined);
  return (outer.length > 0 ? outer : entries).slice(0, mostEntries);
}
