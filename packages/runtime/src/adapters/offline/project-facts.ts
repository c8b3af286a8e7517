import { counted } from '@planwright/core';
import { fileKind, languageOf } from './file-kind.js';
import { listed } from './quote.js';

/** What a project looks like from outside, by its files alone. */
export type ProjectFacts = {
  readonly fileCount: number;
  /** Files that are in no folder. */
  readonly rootFiles: readonly string[];
  /** Languages of its source, the most used first. */
  readonly languages: readonly string[];
  /** Documents at the top and in a docs folder, the readme first. */
  readonly documents: readonly string[];
  readonly manifests: readonly string[];
  /** Where a program or library starts, by the usual names. */
  readonly entryPoints: readonly string[];
};

const entryPoint =
  /(?:^|\/)(?:main|index|app|cli|server|mod|lib|__main__|manage|program)\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|cs|rb|php|swift|c|cc|cpp|dart)$/i;

/** Folders whose programs are not what the project is for. */
const besides = /^(?:bench|benchmarks?|scripts?|tools?|examples?|docs?|\.[^/]+)\//i;

function isProgram(path: string): boolean {
  return /(?:^|\/)(?:main|cli|server|__main__|manage|program)\.\w+$/i.test(path);
}

/** At the top or in a docs folder, and no license. */
function tellsAboutProject(path: string): boolean {
  return /^[^/]+$|^docs?\//i.test(path) && !/^(?:licen[cs]e|notice|copying|authors)/i.test(path);
}

export function projectFacts(paths: readonly string[]): ProjectFacts {
  const kinds = new Map(paths.map((path) => [path, fileKind(path)] as const));
  const ofKind = (kind: string): readonly string[] => paths.filter((path) => kinds.get(path) === kind);
  return {
    fileCount: paths.length,
    rootFiles: paths.filter((path) => !path.includes('/')),
    languages: languagesOf(ofKind('source')),
    documents: nearestFirst(ofKind('document').filter(tellsAboutProject)).toSorted(readmeFirst),
    manifests: nearestFirst(ofKind('manifest')),
    entryPoints: nearestFirst(ofKind('source').filter((path) => entryPoint.test(path) && !besides.test(path))).toSorted(
      (one, other) => Number(isProgram(other)) - Number(isProgram(one)),
    ),
  };
}

function languagesOf(sources: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const path of sources) {
    const language = languageOf(path);
    if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one).map(([language]) => language);
}

function nearestFirst(paths: readonly string[]): readonly string[] {
  return paths.toSorted((one, other) => one.split('/').length - other.split('/').length);
}

function readmeFirst(one: string, other: string): number {
  return Number(isReadme(other)) - Number(isReadme(one));
}

function isReadme(path: string): boolean {
  return /^readme/i.test(path);
}

/** The facts as a sentence. */
export function describeProject({ fileCount, languages, manifests }: ProjectFacts): string {
  if (fileCount === 0) return 'The project has no files that can be read.';
  const written = languages.length === 0 ? 'no source code' : `source in ${listed(languages.slice(0, 3))}`;
  const first = manifests[0];
  return `The project has ${counted(fileCount, 'file')}, ${written}${first === undefined ? '' : ` (${first}:1)`}.`;
}
