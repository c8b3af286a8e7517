import type { AngleFinding, FoundCause, FoundFile } from './angle-finding.js';
import { type ClarificationQuestion, mergeQuestions } from './merge-questions.js';

export type MergedFile = FoundFile & {
  /** From which angles it was found, in their order. */
  readonly angles: readonly string[];
};

/** A statement and the angle it was made from. */
export type MergedNote = { readonly text: string; readonly angle: string };

/** What all angles found together. */
export type MergedExploration = {
  readonly angles: readonly string[];
  /** The most relevant first. */
  readonly files: readonly MergedFile[];
  readonly structure: readonly MergedNote[];
  readonly patterns: readonly MergedNote[];
  readonly dependencies: readonly MergedNote[];
  readonly integrationPoints: readonly MergedNote[];
  readonly constraints: readonly MergedNote[];
  readonly reproduction: readonly MergedNote[];
  readonly fixHints: readonly MergedNote[];
  /** Causes that diagnoses found, the surest first. */
  readonly causes: readonly (FoundCause & { readonly angle: string })[];
  readonly questions: readonly ClarificationQuestion[];
};

/**
 * Findings of several angles as one. Files merge by path: the highest relevance wins and brings its reason and role along.
 * A statement that several angles make is there once.
 */
export function mergeExplorations(findings: readonly AngleFinding[]): MergedExploration {
  const notesOf = (texts: (finding: AngleFinding) => readonly string[]): readonly MergedNote[] =>
    unique(findings.flatMap((finding) => texts(finding).map((text) => ({ text, angle: finding.angle }))));
  return {
    angles: [...new Set(findings.map(({ angle }) => angle))],
    files: mergeFiles(findings),
    structure: notesOf(({ structure }) => structure),
    patterns: notesOf(({ patterns }) => patterns),
    dependencies: notesOf(({ dependencies }) => dependencies),
    integrationPoints: notesOf(({ integrationPoints }) => integrationPoints),
    constraints: notesOf(({ constraints }) => constraints),
    reproduction: notesOf(({ reproduction }) => reproduction),
    fixHints: notesOf(({ fixHints }) => fixHints),
    causes: findings
      .flatMap(({ angle, cause }) => (cause ? [{ ...cause, angle }] : []))
      .sort((one, other) => other.confidence - one.confidence),
    questions: mergeQuestions(findings),
  };
}

function mergeFiles(findings: readonly AngleFinding[]): readonly MergedFile[] {
  const byPath = new Map<string, MergedFile>();
  for (const { angle, files } of findings) {
    for (const file of files) {
      const known = byPath.get(file.path);
      byPath.set(file.path, known ? together(known, { ...file, angles: [angle] }) : { ...file, angles: [angle] });
    }
  }
  // Equal relevance by path, so that the order in which angles ended does not show.
  return [...byPath.values()].sort((one, other) => other.relevance - one.relevance || (one.path < other.path ? -1 : 1));
}

function together(one: MergedFile, other: MergedFile): MergedFile {
  const winner = other.relevance > one.relevance ? other : one;
  return {
    ...winner,
    symbols: [...new Set([...one.symbols, ...other.symbols])],
    angles: [...new Set([...one.angles, ...other.angles])],
  };
}

function unique(notes: readonly MergedNote[]): readonly MergedNote[] {
  const keys = notes.map(({ text }) => text.replace(/\s+/g, ' ').toLowerCase());
  return notes.filter((_, place) => keys.indexOf(keys[place] ?? '') === place);
}

/** Folders under which each folder is a part of its own. */
const gathering = new Set([
  'packages',
  'apps',
  'libs',
  'services',
  'modules',
  'crates',
  'plugins',
  'src',
  'internal',
  'cmd',
]);
/** Below this a file is worth reading; from it on the change is likely to touch it. */
const touched = 0.7;

/** The parts of the project that a change will touch: the folders of the files it changes, as far as they are known. */
export function modulesTouched({ files }: Pick<MergedExploration, 'files'>): readonly string[] {
  const changed = files.filter(({ role, relevance }) => role === 'modify_target' && relevance >= touched);
  return [...new Set(changed.flatMap(({ path }) => moduleOf(path) ?? []))].sort();
}

/** `packages/core/src/a.ts` is in packages/core, `src/api/a.ts` in src/api, `lib/a.ts` in lib; a file at the top is in none. */
function moduleOf(path: string): string | undefined {
  const folders = path.split('/').slice(0, -1);
  const [first, second] = folders;
  if (first === undefined) return undefined;
  return gathering.has(first) && second !== undefined ? `${first}/${second}` : first;
}
