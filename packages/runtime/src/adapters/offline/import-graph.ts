import { extensionOf } from './file-kind.js';

/** One import of another file: where it stands and what it names. */
export type Import = { readonly line: number; readonly specifier: string };

/** What an import can lead to. */
export type ImportScope = {
  readonly paths: ReadonlySet<string>;
  /** Folders of the project's own packages, by the name they are imported by: `@shop/core`, the module of a go.mod. */
  readonly packages: ReadonlyMap<string, string>;
};

type Language = {
  /** The groups of the pattern are specifiers; the first that is there counts. */
  readonly pattern: RegExp;
  /** Files that a specifier may mean, the likeliest first. */
  readonly candidates: (from: string, specifier: string, scope: ImportScope) => readonly string[];
};

const scriptEndings = ['ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs', 'vue', 'svelte'];
const script: Language = {
  pattern: /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)['"]([^'"\n]{1,300})['"]/g,
  candidates: (from, specifier, { packages }) => {
    const [name, folder] = packageOf(specifier, packages) ?? [];
    if (name === undefined) return specifier.startsWith('.') ? scriptFiles(joined(folderOf(from), specifier)) : [];
    const inside = specifier.slice(name.length + 1);
    return ['src/', '', 'lib/'].flatMap((source) => scriptFiles(joined(folder ?? '', `${source}${inside || 'index'}`)));
  },
};

/** `./plan.js` is written for plan.ts. */
function scriptFiles(target: string): readonly string[] {
  const bare = target.replace(/\.[cm]?jsx?$/, '');
  return [target, ...scriptEndings.flatMap((end) => [`${bare}.${end}`, `${target}.${end}`, `${target}/index.${end}`])];
}

const python: Language = {
  pattern: /^\s*(?:from\s+([.\w]+)\s+import\b|import\s+([.\w]+))/g,
  candidates: (from, specifier) => {
    const dots = /^\.*/.exec(specifier)?.[0].length ?? 0;
    const parts = specifier.slice(dots).replaceAll('.', '/');
    const base = dots === 0 ? '' : joined(folderOf(from), '../'.repeat(dots - 1) || '.');
    const target = [base, parts].filter((part) => part !== '').join('/');
    return ['', 'src/'].flatMap((root) => [`${root}${target}.py`, `${root}${target}/__init__.py`]);
  },
};

/** An import of Go means a folder, and so every file in it. */
const go: Language = {
  pattern: /^\s*(?:import\s+)?(?:[\w.]+\s+)?"([\w./-]+)"\s*$/g,
  candidates: (_, specifier, { packages, paths }) => {
    const [name, folder] = packageOf(specifier, packages) ?? [];
    if (name === undefined) return [];
    const target = joined(folder ?? '', specifier.slice(name.length + 1));
    return [...paths].filter((path) => path.endsWith('.go') && folderOf(path) === target);
  },
};

const java: Language = {
  pattern: /^\s*import\s+(?:static\s+)?([\w.]+)/g,
  candidates: (_, specifier, { paths }) => {
    const target = specifier.replaceAll('.', '/');
    return [...paths].filter((path) => /\.(?:java|kt|scala)$/.test(path) && bare(path).endsWith(target));
  },
};

const rust: Language = {
  pattern: /^\s*(?:pub\s+)?(?:use\s+(crate::[\w:]+)|mod\s+(\w+);)/g,
  candidates: (from, specifier) => {
    const inCrate = specifier.startsWith('crate::');
    const parts = specifier.replace('crate::', '').split('::');
    const root = inCrate ? from.slice(0, from.lastIndexOf('src/') + 4).replace(/\/$/, '') : folderOf(from);
    // What is named last may be a thing in the file rather than the file.
    return [parts, parts.slice(0, -1)].flatMap((way) => {
      const target = joined(root, way.join('/'));
      return [`${target}.rs`, `${target}/mod.rs`];
    });
  },
};

const languages: Readonly<Record<string, Language>> = {
  ...Object.fromEntries(scriptEndings.map((ending) => [ending, script])),
  ...{ py: python, pyi: python, go, java, kt: java, scala: java, rs: rust },
};

/** What a file imports, for the languages whose imports name files or folders. */
export function importsIn(path: string, lines: readonly string[]): readonly Import[] {
  const pattern = languages[extensionOf(path)]?.pattern;
  if (!pattern) return [];
  return lines.flatMap((text, index) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const specifier = match.slice(1).find(Boolean);
      return specifier === undefined ? [] : [{ line: index + 1, specifier }];
    }),
  );
}

/** The project's files that an import means; none for packages from elsewhere and for what is not there. */
export function resolveImport(from: string, specifier: string, scope: ImportScope): readonly string[] {
  const extension = extensionOf(from);
  const found = languages[extension]?.candidates(from, specifier, scope).filter((path) => scope.paths.has(path)) ?? [];
  return extension === 'go' ? found : found.slice(0, 1);
}

function packageOf(specifier: string, packages: ImportScope['packages']): readonly [string, string] | undefined {
  return [...packages].find(([name]) => specifier === name || specifier.startsWith(`${name}/`));
}

function bare(path: string): string {
  return path.replace(/\.\w+$/, '');
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
