import { extensionOf } from './file-kind.js';

/** One import of another file: where it stands and what it names. */
export type Import = { readonly line: number; readonly specifier: string };

const scriptImport = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)(['"])([^'"\n]{1,300})\1/g;
const pythonImport = /^\s*(?:from\s+([.\w]+)\s+import\b|import\s+([.\w]+))/;
const scriptEndings = ['ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs', 'vue', 'svelte'];

/** What a file imports, for the languages whose imports name files: JavaScript and its kin, and Python. */
export function importsIn(path: string, lines: readonly string[]): readonly Import[] {
  const extension = extensionOf(path);
  if (scriptEndings.includes(extension)) {
    return lines.flatMap((text, index) =>
      [...text.matchAll(scriptImport)].map((match) => ({ line: index + 1, specifier: match[2] ?? '' })),
    );
  }
  if (extension !== 'py') return [];
  return lines.flatMap((text, index) => {
    const match = pythonImport.exec(text);
    const specifier = match?.[1] ?? match?.[2];
    return specifier === undefined ? [] : [{ line: index + 1, specifier }];
  });
}

/** The project's file that an import means; undefined for packages and for what is not there. */
export function resolveImport(from: string, specifier: string, paths: ReadonlySet<string>): string | undefined {
  const candidates = extensionOf(from) === 'py' ? pythonCandidates(from, specifier) : scriptCandidates(from, specifier);
  return candidates.find((candidate) => paths.has(candidate));
}

function scriptCandidates(from: string, specifier: string): readonly string[] {
  if (!specifier.startsWith('.')) return [];
  const target = joined(folderOf(from), specifier);
  // `./plan.js` is written for plan.ts.
  const bare = target.replace(/\.[cm]?jsx?$/, '');
  return [target, ...scriptEndings.flatMap((end) => [`${bare}.${end}`, `${target}.${end}`, `${target}/index.${end}`])];
}

function pythonCandidates(from: string, specifier: string): readonly string[] {
  const dots = /^\.*/.exec(specifier)?.[0].length ?? 0;
  const parts = specifier.slice(dots).replaceAll('.', '/');
  const base = dots === 0 ? '' : joined(folderOf(from), '../'.repeat(dots - 1) || '.');
  const target = [base, parts].filter((part) => part !== '').join('/');
  return ['', 'src/'].flatMap((root) => [`${root}${target}.py`, `${root}${target}/__init__.py`]);
}

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}

function joined(folder: string, way: string): string {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of way.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
