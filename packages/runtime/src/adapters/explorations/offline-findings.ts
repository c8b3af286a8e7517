import type { AngleOrder, Findings, RelevantFile } from '@planwright/core';
import type { WorkspaceListing } from '../../ports/workspace-reader.js';
import { gistOf, titleOf } from '../offline/describe-passage.js';
import { fileKind } from '../offline/file-kind.js';
import type { FoundCommands } from '../offline/find-commands.js';
import { describeProject, projectFacts } from '../offline/project-facts.js';
import { listed } from '../offline/quote.js';
import type { RankedPassage } from '../offline/rank-passages.js';
import type { Seen, SeenFile } from './offline-seen.js';
import { questionsAbout } from './open-questions.js';

/** What is known of the project whatever the angle. */
export type ProjectKnown = { readonly found: FoundCommands; readonly listing: WorkspaceListing };

const mostSymbols = 6;
const mostCode = 3;
const codeFrom = 0.7;
const mostLinks = 8;

/** What was seen, in the form explorations have. What a search cannot know stays empty. */
export function offlineFindings({ angle }: AngleOrder, seen: Seen, known: ProjectKnown): Findings {
  const paths = known.listing.files.map(({ path }) => path);
  return {
    project_structure: `${describeProject(projectFacts(paths))} ${foldersOf(seen)}`,
    relevant_files: seen.files.map((file) => relevantFile(file, angle, seen)),
    patterns: patternsIn(seen, paths),
    dependencies: dependenciesOf(seen),
    integration_points: seen.importers.slice(0, mostLinks).map(importLine).join('\n'),
    constraints: constraintsOf(known),
    clarification_needs: [...questionsAbout(seen.ground.task, paths)],
  };
}

function importLine({ path, line, of }: Seen['importers'][number]): string {
  return `${path}:${line} imports ${of}`;
}

function foldersOf({ files }: Seen): string {
  const folders = [...new Set(files.map(({ path }) => path.slice(0, Math.max(0, path.lastIndexOf('/')))))];
  const named = folders.map((folder) => (folder === '' ? 'the root' : folder)).slice(0, 6);
  return `What the task speaks of is in ${listed(named)}.`;
}

function relevantFile(file: SeenFile, angle: string, seen: Seen): RelevantFile {
  const { path, relevance, rationale, role, source } = file;
  const code = relevance >= codeFrom ? keyCode(file, seen) : [];
  return {
    ...{ path, relevance, rationale, role, discovery_source: source },
    key_symbols: [...symbolsOf(file)],
    ...(code.length > 0 ? { key_code: [...code] } : {}),
    topic_relation: relationTo(angle, file),
  };
}

export function symbolsOf({ passages }: SeenFile): readonly string[] {
  return [...new Set(declaring(passages).map(({ passage }) => passage.name))].slice(0, mostSymbols);
}

function declaring(passages: readonly RankedPassage[]): readonly RankedPassage[] {
  return passages.filter(({ passage: { name, kind, isOpening } }) => name !== '' && isOpening && kind !== 'heading');
}

function keyCode({ passages }: SeenFile, { ground, texts }: Seen): NonNullable<RelevantFile['key_code']> {
  const { inquiry, survey, rarity } = ground;
  return declaring(passages)
    .slice(0, mostCode)
    .map(({ passage }) => ({
      symbol: passage.name,
      location: `L${passage.line}-L${passage.end}`,
      description: `${titleOf(passage)}: ${gistOf(passage, { inquiry, survey, rarity, passages, texts })}`,
    }));
}

function relationTo(angle: string, { angleWords, source }: SeenFile): string {
  if (source === 'dependency-trace') return `${angle}: reached by its imports, whatever the angle`;
  if (angleWords.length === 0) return `${angle}: the words of the task led here, none of the angle's own`;
  return `${angle}: it also holds ${listed(angleWords)}`;
}

function patternsIn({ files }: Seen, paths: readonly string[]): string {
  const near =
    files.find(({ role }) => role === 'test_target')?.path ?? paths.find((path) => fileKind(path) === 'test');
  return near === undefined ? '' : `Tests are written like ${near}.`;
}

function dependenciesOf({ imports }: Seen): string {
  return imports
    .slice(0, mostLinks)
    .map(({ from, line, specifier, to }) => `${from}:${line} imports ${to ?? specifier}`)
    .join('\n');
}

export function constraintsOf({ found }: ProjectKnown): string {
  const proving = found.commands.filter(
    ({ purpose }) => purpose === 'test' || purpose === 'lint' || purpose === 'build',
  );
  return proving.map(({ command, path, line }) => `\`${command}\` must pass (${path}:${line})`).join('\n');
}
