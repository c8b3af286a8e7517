import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

/** Relative imports of every source file, type-only ones included: they tie files together just as much. */
async function importGraph(): Promise<ReadonlyMap<string, readonly string[]>> {
  const files = (await readdir('packages', { recursive: true }))
    .map((file) => join('packages', file))
    .filter((file) => /\/src\/.*\.tsx?$/.test(file) && !/node_modules|\.test\.tsx?$/.test(file));
  const known = new Set(files);
  return new Map(
    files.map((file) => {
      const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'), true, true);
      const targets = importedFiles
        .filter(({ fileName }) => fileName.startsWith('.'))
        .map(({ fileName }) => join(dirname(file), fileName).replace(/\.js$/, '.ts'))
        .flatMap((target) => [target, target.replace(/\.ts$/, '.tsx')].filter((candidate) => known.has(candidate)));
      return [file, targets];
    }),
  );
}

function findCycle(graph: ReadonlyMap<string, readonly string[]>): readonly string[] | undefined {
  const finished = new Set<string>();
  const visit = (file: string, path: readonly string[]): readonly string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (finished.has(file)) return undefined;
    for (const target of graph.get(file) ?? []) {
      const cycle = visit(target, [...path, file]);
      if (cycle !== undefined) return cycle;
    }
    finished.add(file);
    return undefined;
  };
  for (const file of graph.keys()) {
    const cycle = visit(file, []);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}

it('finds a cycle where there is one', () => {
  expect(
    findCycle(
      new Map([
        ['a', ['b']],
        ['b', ['c']],
        ['c', ['b']],
      ]),
    ),
  ).toEqual(['b', 'c', 'b']);
});

it('no source file imports itself through others', async () => {
  const graph = await importGraph();
  expect(graph.size).toBeGreaterThan(50);
  expect(findCycle(graph)).toBeUndefined();
});
