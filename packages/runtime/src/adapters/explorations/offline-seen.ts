import { counted, type FileRole } from '@planwright/core';
import type { ReadOptions } from '../../ports/workspace-reader.js';
import { titleOf } from '../offline/describe-passage.js';
import { fileKind } from '../offline/file-kind.js';
import { listed } from '../offline/quote.js';
import type { Sources, Texts } from '../offline/sources.js';
import { type Importer, importsOf, type Import, type ProjectLinks } from './project-links.js';
import type { Ground } from './offline-ground.js';
import { type AngleFile, type AngleView, lookClosely } from './rank-angle.js';

/** A file that an angle brought up, why, and what it is to the task. */
export type SeenFile = AngleFile & {
  readonly relevance: number;
  readonly role: FileRole;
  readonly rationale: string;
  readonly source: 'bash-scan' | 'dependency-trace' | 'manual';
};

export type Seen = {
  readonly ground: Ground;
  readonly view: AngleView;
  readonly texts: Texts;
  /** The most relevant first. */
  readonly files: readonly SeenFile[];
  /** The files whose imports were followed, what they import and who imports them. */
  readonly followed: readonly string[];
  readonly imports: readonly Import[];
  readonly importers: readonly Importer[];
};

type Seeing = {
  readonly ground: Ground;
  readonly view: AngleView;
  readonly sources: Sources;
  readonly links: ProjectLinks;
  readonly options: ReadOptions;
};

const mostFound = 10;
const mostLinked = 4;
/** How many of the best files are followed to what they import and who imports them. */
const mostFollowed = 2;
/** What scores less than this share of the best is there by accident. */
const leastScore = 0.25;
/** What speaks of less than this share of the task is about something else. */
const leastSpoken = 0.4;
const changedFrom = 0.7;
const linked = { importer: 0.45, imported: 0.4, test: 0.5 } as const;

/** What an angle sees of the project: what speaks of the task, what that rests on and what rests on it. */
export async function seenFrom({ ground, view, sources, links, options }: Seeing): Promise<Seen> {
  const { files, texts } = await lookClosely(view, ground, sources, options);
  const found = files
    .filter(({ score, path }) => score >= leastScore || isNamed(path, ground))
    .slice(0, mostFound)
    .map((file) => seenFile(file, ground));
  const targets = found.filter(({ role }) => role === 'modify_target');
  const followed = targets.slice(0, mostFollowed).map(({ path }) => path);
  const scope = await links.scope(options);
  const imports = followed.flatMap((path) => importsOf(path, texts, scope));
  const importers = (await Promise.all(followed.map((path) => links.importers(path, options)))).flat();
  const known = new Set(found.map(({ path }) => path));
  const added = [...importedFiles(imports), ...importingFiles(importers)].filter(({ path }) => !known.has(path));
  return { ground, view, texts, files: [...found, ...onePerPath(added)], followed, imports, importers };
}

function isNamed(path: string, { places }: Ground): boolean {
  return places.files.some((file) => file.path === path);
}

function seenFile(file: AngleFile, ground: Ground): SeenFile {
  const named = isNamed(file.path, ground);
  const relevance = named ? 0.95 : relevanceOf(file);
  return {
    ...file,
    relevance,
    role: roleOf(file.path, relevance),
    rationale: rationaleOf(file, ground, named),
    source: named ? 'manual' : 'bash-scan',
  };
}

/** From the ranking alone: the best file that speaks of most of the task comes near 1. */
function relevanceOf({ score, share }: AngleFile): number {
  const spoken = share >= leastSpoken ? 1 : 0.7;
  return Math.round((0.2 + 0.7 * Math.min(1, score)) * spoken * 100) / 100;
}

function roleOf(path: string, relevance: number): FileRole {
  const kind = fileKind(path);
  if (kind === 'test') return 'test_target';
  if (kind === 'manifest' || kind === 'settings') return 'config';
  if (/\.d\.ts$|(?:^|\/)types?\.\w+$/.test(path)) return 'type_definition';
  if (kind !== 'source') return 'context_only';
  if (relevance >= changedFrom) return 'modify_target';
  return relevance >= 0.4 ? 'pattern_reference' : 'context_only';
}

function rationaleOf({ taskWords, passages }: AngleFile, { inquiry }: Ground, named: boolean): string {
  const [best] = passages;
  const title = best === undefined ? '' : titleOf(best.passage);
  const where =
    best === undefined ? '' : `, most of all ${title === '' ? 'at' : `in ${title} at`} line ${best.passage.line}`;
  const asked = inquiry.concepts.length + inquiry.names.length;
  const spoken =
    taskWords.length === 0
      ? ''
      : `speaks of ${listed(taskWords.slice(0, 6))} (${taskWords.length} of ${counted(asked, 'word')} of the task)${where}`;
  return [named ? 'the task names it' : '', spoken].filter((part) => part !== '').join('; ');
}

function importedFiles(imports: readonly Import[]): readonly SeenFile[] {
  return imports
    .flatMap(({ from, line, to }) =>
      to === undefined ? [] : [linkedFile(to, 'dependency', linked.imported, `imported by ${from}, line ${line}`)],
    )
    .slice(0, mostLinked);
}

function importingFiles(importers: readonly Importer[]): readonly SeenFile[] {
  return importers
    .map(({ path, line, of, isTest }) =>
      linkedFile(
        path,
        isTest ? 'test_target' : 'integration_point',
        isTest ? linked.test : linked.importer,
        `imports ${of} at line ${line}`,
      ),
    )
    .slice(0, 2 * mostLinked);
}

function linkedFile(path: string, role: FileRole, relevance: number, rationale: string): SeenFile {
  const nothing = { score: 0, share: 0, passages: [], taskWords: [], angleWords: [] };
  return { ...nothing, path, role, relevance, rationale, source: 'dependency-trace' };
}

function onePerPath(files: readonly SeenFile[]): readonly SeenFile[] {
  const unique = new Map(files.toReversed().map((file) => [file.path, file]));
  return [...unique.values()].toReversed().sort((one, other) => other.relevance - one.relevance);
}
