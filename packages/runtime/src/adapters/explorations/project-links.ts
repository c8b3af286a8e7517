import type { ReadOptions } from '../../ports/workspace-reader.js';
import { findImporters } from '../offline/find-uses.js';
import { type ImportScope, importsIn, resolveImport } from '../offline/import-graph.js';
import { importScope } from '../offline/import-scope.js';
import type { Sources, Texts } from '../offline/sources.js';

/** What a file imports; `to` is a file of the project, or undefined for what comes from elsewhere. */
export type Import = {
  readonly from: string;
  readonly line: number;
  readonly specifier: string;
  readonly to: string | undefined;
};

/** A file that imports another. */
export type Importer = { readonly path: string; readonly line: number; readonly of: string; readonly isTest: boolean };

/** Who imports whom, looked up once for all angles that ask. */
export type ProjectLinks = {
  readonly scope: (options: ReadOptions) => Promise<ImportScope>;
  readonly importers: (path: string, options: ReadOptions) => Promise<readonly Importer[]>;
};

export function createProjectLinks(sources: Sources): ProjectLinks {
  let scope: Promise<ImportScope> | undefined;
  const known = new Map<string, Promise<readonly Importer[]>>();
  return {
    scope: (options) => (scope ??= importScope(sources, options)),
    importers: (path, options) => {
      const found = known.get(path) ?? importersOf(path, sources, options);
      known.set(path, found);
      return found;
    },
  };
}

async function importersOf(path: string, sources: Sources, options: ReadOptions): Promise<readonly Importer[]> {
  const { found } = await findImporters([path], sources, options);
  return found.flatMap(({ uses }) =>
    uses.map((use) => ({ path: use.path, line: use.line, of: path, isTest: use.kind === 'test import' })),
  );
}

export function importsOf(path: string, texts: Texts, scope: ImportScope): readonly Import[] {
  const lines = texts.get(path)?.lines ?? [];
  return importsIn(path, lines).map(({ line, specifier }) => ({
    ...{ from: path, line, specifier },
    to: resolveImport(path, specifier, scope)[0],
  }));
}
