import type { ReadOptions } from '../../ports/workspace-reader.js';
import { extensionOf, fileKind } from './file-kind.js';
import { type ImportScope, importsIn, resolveImport } from './import-graph.js';
import { importScope } from './import-scope.js';
import type { Inquiry } from './inquiry.js';
import type { SourceText } from './source-text.js';
import { isPacked } from './packed-text.js';
import { readTexts, type Sources, type Texts } from './sources.js';
import { type Survey, surveyWorkspace } from './survey.js';
import { usesIn, type UsesOfName } from './uses.js';

export type FoundUses = { readonly found: readonly UsesOfName[]; readonly texts: Texts };

/** Every place of the project where the names are used. */
export async function findUsesOf(names: readonly string[], sources: Sources, options: ReadOptions): Promise<FoundUses> {
  return findUses(names, await surveyWorkspace(sources, inquiryFor(names), options), sources, options);
}

function inquiryFor(names: readonly string[]): Inquiry {
  return { names, concepts: [], pairs: [], paths: [], want: 'uses' };
}

/** Every place where the names are used, over all files that a survey saw them in. */
export async function findUses(
  names: readonly string[],
  survey: Survey,
  sources: Sources,
  options: ReadOptions,
): Promise<FoundUses> {
  const files = survey.hits.filter((hit) => hit.names.size > 0).map(({ file }) => file);
  const texts = await readTexts(sources, files, { ...options, depth: 'references' });
  const scope = await importScope(sources, options);
  const written = [...texts.values()].filter(({ lines }) => !isPacked(lines));
  const usesOf = (name: string): UsesOfName => ({
    name,
    uses: filesThatMean(name, written, scope).flatMap((text) => usesIn(text, name)),
  });
  return { found: names.map(usesOf), texts };
}

/** Languages in which a file has to import a function before it can use it. */
const importing = new Set(['ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs', 'py']);

/**
 * The files in which a name means what the project declares under it. Another file may declare a function of the same name
 * for itself, or call a method `get` that has nothing to do with the function `get`.
 */
function filesThatMean(name: string, texts: readonly SourceText[], scope: ImportScope): readonly SourceText[] {
  const declaring = texts.filter((text) => declares(text, name));
  const own = declaring.filter(({ path }) => fileKind(path) !== 'test');
  const [target] = own.length > 0 ? own : declaring;
  if (!target || !importing.has(extensionOf(target.path))) return texts;
  const targets = new Set((own.length > 0 ? own : declaring).map(({ path }) => path));
  return texts.filter((text) => {
    if (!text.code || targets.has(text.path)) return true;
    if (declares(text, name)) return false;
    const imports = text.code.references?.some((each) => each.name === name && each.role === 'import') ?? false;
    return imports || importsIn(text.path, text.lines).some(({ specifier }) => isTarget(text, specifier));
  });

  function isTarget({ path }: SourceText, specifier: string): boolean {
    return resolveImport(path, specifier, scope).some((file) => targets.has(file));
  }
}

/** Whether a file declares the name for all of itself: a method of the same name belongs to its class. */
function declares({ code }: SourceText, name: string): boolean {
  return (
    code?.symbols.some(({ name: own, kind, parent }) => own === name && kind !== 'test' && parent === undefined) ??
    false
  );
}

/** The files that import each of these files. */
export async function findImporters(
  targets: readonly string[],
  sources: Sources,
  options: ReadOptions,
): Promise<FoundUses> {
  // An importer holds the file's name in its text; only those need to be read line by line.
  const names = [...new Set(targets.map(nameInImports))];
  const survey = await surveyWorkspace(sources, inquiryFor(names), options);
  const files = survey.hits.filter((hit) => hit.names.size > 0).map(({ file }) => file);
  const texts = await readTexts(sources, files, options);
  const scope = await importScope(sources, options);
  const importersOf = (target: string): UsesOfName => ({
    name: target,
    uses: [...texts.values()].flatMap(({ path, lines }) =>
      importsIn(path, lines)
        .filter(({ specifier }) => resolveImport(path, specifier, scope).includes(target))
        .map(({ line }) => ({
          path,
          line,
          kind: fileKind(path) === 'test' ? ('test import' as const) : ('import' as const),
        })),
    ),
  });
  return { found: targets.map(importersOf), texts };
}

/** `import './tools'` means tools/index.ts; an import of Go names the folder. */
function nameInImports(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  const isFolder = path.endsWith('.go') || ['index', '__init__', 'mod'].includes(name);
  return isFolder ? (path.split('/').at(-2) ?? name) : name;
}
