import type { ReadOptions, WorkspaceReader } from '../../ports/workspace-reader.js';
import { fileKind } from './file-kind.js';
import { importsIn, resolveImport } from './import-graph.js';
import { readTexts, type Texts } from './search-workspace.js';
import { type Survey, surveyWorkspace } from './survey.js';
import { usesIn, type UsesOfName } from './uses.js';

export type FoundUses = { readonly found: readonly UsesOfName[]; readonly texts: Texts };

/** Every place where the names stand, over all files that a survey saw them in. */
export async function findUses(
  names: readonly string[],
  survey: Survey,
  reader: WorkspaceReader,
  options: ReadOptions,
): Promise<FoundUses> {
  const files = survey.hits.filter((hit) => hit.names.size > 0).map(({ file }) => file);
  const texts = await readTexts(reader, files, options);
  const usesOf = (name: string): UsesOfName => ({
    name,
    uses: [...texts.values()].flatMap(({ path, lines }) => usesIn(path, lines, name)),
  });
  return { found: names.map(usesOf), texts };
}

/** The files that import each of these files. */
export async function findImporters(
  targets: readonly string[],
  reader: WorkspaceReader,
  options: ReadOptions,
): Promise<FoundUses> {
  // An importer holds the file's name in its text; only those need to be read line by line.
  const names = [...new Set(targets.map(nameInImports))];
  const survey = await surveyWorkspace(reader, { names, concepts: [], pairs: [], paths: [], want: 'uses' }, options);
  const { texts } = await findUses([], survey, reader, options);
  const paths = new Set((await reader.list(options)).files.map(({ path }) => path));
  const importersOf = (target: string): UsesOfName => ({
    name: target,
    uses: [...texts.values()].flatMap(({ path, lines }) =>
      importsIn(path, lines)
        .filter(({ specifier }) => resolveImport(path, specifier, paths) === target)
        .map(({ line }) => ({ path, line, kind: fileKind(path) === 'test' ? ('test' as const) : ('import' as const) })),
    ),
  });
  return { found: targets.map(importersOf), texts };
}

/** `import './tools'` means tools/index.ts. */
function nameInImports(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  return name === 'index' || name === '__init__' ? (path.split('/').at(-2) ?? name) : name;
}
