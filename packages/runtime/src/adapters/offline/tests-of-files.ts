import type { ReadOptions } from '../../ports/workspace-reader.js';
import { fileKind } from './file-kind.js';
import { findImporters } from './find-uses.js';
import type { Sources } from './sources.js';

/** The test files that concern these files: themselves, those named after them, those that import them. By nearness. */
export async function testsOfFiles(
  files: readonly string[],
  sources: Sources,
  options: ReadOptions,
): Promise<readonly string[]> {
  const paths = (await sources.list(options)).files.map(({ path }) => path);
  const own = files.filter((path) => fileKind(path) === 'test' && paths.includes(path));
  const others = files.filter((path) => !own.includes(path));
  const stems = new Set(others.map(stemOfFile));
  const named = paths.filter((path) => fileKind(path) === 'test' && stems.has(stemOfFile(path)));
  const { found } = others.length === 0 ? { found: [] } : await findImporters(others, sources, options);
  const importing = found
    .flatMap(({ uses }) => uses.filter(({ kind }) => kind === 'test import'))
    .map(({ path }) => path);
  return [...new Set([...own, ...named, ...importing])];
}

/** What `price.ts`, `price.test.ts`, `test_price.py`, `price_test.go` and `PriceTest.java` have in common. */
function stemOfFile(path: string): string {
  return path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/(?:[._-](?:test|tests|spec))?\.\w+$/, '')
    .replace(/^test_|Tests?$/, '')
    .toLowerCase();
}
