import { fenced } from '../shared/fenced.js';
import type { MergedExploration, MergedFile, MergedNote } from './merge-explorations.js';

const mostFiles = 30;
const mostNotes = 12;
const longestNote = 600;

/**
 * What was explored, for a planner's prompt: as data, since files and other models wrote it. Empty where nothing was found.
 * What is too much is left out, and it says so.
 */
export function explorationText(merged: MergedExploration): string {
  const parts = [
    section('Files, the most relevant first', merged.files.map(fileLine), mostFiles),
    section('Likely causes', merged.causes.map(causeLine), mostNotes),
    ...notes('Structure', merged.structure),
    ...notes('Patterns to follow', merged.patterns),
    ...notes('Dependencies', merged.dependencies),
    ...notes('Where it connects', merged.integrationPoints),
    ...notes('Constraints', merged.constraints),
    ...notes('How to reproduce it', merged.reproduction),
    ...notes('Hints for the fix', merged.fixHints),
  ].filter((part) => part !== '');
  if (parts.length === 0) return '';
  return [
    `The project was explored for this task (${merged.angles.join(', ')}). Hold it against the code where you rest on it:`,
    fenced('exploration', parts.join('\n\n')),
  ].join('\n');
}

function notes(title: string, all: readonly MergedNote[]): readonly string[] {
  return [
    section(
      title,
      all.map(({ text, angle }) => `${cut(text)} (${angle})`),
      mostNotes,
    ),
  ];
}

function section(title: string, lines: readonly string[], most: number): string {
  if (lines.length === 0) return '';
  const left = lines.length - most;
  const shown = lines.slice(0, most).map((line) => `- ${line}`);
  return [`${title}:`, ...shown, ...(left > 0 ? [`- … and ${left} more`] : [])].join('\n');
}

function fileLine({ path, relevance, role, rationale, symbols }: MergedFile): string {
  const named = symbols.length === 0 ? '' : `; ${symbols.slice(0, 8).join(', ')}`;
  return `${path} (${relevance.toFixed(2)}, ${role.replaceAll('_', ' ')}): ${cut(rationale)}${named}`;
}

function causeLine({ file, lines, issue, confidence, angle }: MergedExploration['causes'][number]): string {
  const place = file === '' ? '' : `${file}${lines === undefined ? '' : `:${lines}`}: `;
  return `${place}${cut(issue)} (confidence ${confidence.toFixed(2)}, ${angle})`;
}

function cut(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > longestNote ? `${line.slice(0, longestNote)}…` : line;
}
