/** What a file is for, judged by its path alone. */
export type FileKind = 'source' | 'test' | 'document' | 'manifest' | 'settings' | 'data' | 'lockfile' | 'generated';

const languages: Readonly<Record<string, string>> = {
  ts: 'TypeScript',
  tsx: 'TypeScript',
  mts: 'TypeScript',
  cts: 'TypeScript',
  js: 'JavaScript',
  jsx: 'JavaScript',
  mjs: 'JavaScript',
  cjs: 'JavaScript',
  py: 'Python',
  pyi: 'Python',
  go: 'Go',
  rs: 'Rust',
  java: 'Java',
  kt: 'Kotlin',
  kts: 'Kotlin',
  scala: 'Scala',
  rb: 'Ruby',
  php: 'PHP',
  cs: 'C#',
  c: 'C',
  h: 'C',
  cc: 'C++',
  cpp: 'C++',
  hpp: 'C++',
  swift: 'Swift',
  dart: 'Dart',
  ex: 'Elixir',
  exs: 'Elixir',
  lua: 'Lua',
  sh: 'Shell',
  bash: 'Shell',
  ps1: 'PowerShell',
  sql: 'SQL',
  vue: 'Vue',
  svelte: 'Svelte',
};

const documents = new Set(['md', 'mdx', 'markdown', 'rst', 'adoc', 'txt', 'tex']);
const settings = new Set([
  'json',
  'jsonc',
  'json5',
  'yaml',
  'yml',
  'toml',
  'ini',
  'cfg',
  'conf',
  'properties',
  'env',
  'gradle',
]);
const data = new Set([
  'csv',
  'tsv',
  'jsonl',
  'ndjson',
  'xml',
  'svg',
  'log',
  'snap',
  'html',
  'htm',
  'css',
  'scss',
  'less',
]);

const lockfile =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|cargo\.lock|poetry\.lock|uv\.lock|pipfile\.lock|go\.sum|gemfile\.lock|composer\.lock|flake\.lock|mix\.lock|podfile\.lock)$/i;
const generated =
  /(?:^|\/)(?:dist|build|out|target|vendor|third_party|coverage|__snapshots__|generated|\.next)\/|\.min\.(?:js|css)$|\.map$|\.d\.ts$|\.snap$|_pb2?\.(?:py|go|js|ts)$/i;
const manifest =
  /(?:^|\/)(?:package\.json|pyproject\.toml|Cargo\.toml|go\.mod|composer\.json|Gemfile|pom\.xml|build\.gradle(?:\.kts)?|mix\.exs|Makefile)$/;
const test =
  /(?:^|\/)(?:tests?|specs?|__tests__|e2e|testdata|fixtures)\/|[._-](?:test|spec|tests|specs)\.[a-z]+$|(?:^|\/)test_[^/]+\.py$|_test\.go$|Tests?\.(?:java|kt|cs|swift|php)$/;

/** Settings that show what settings may look like, and set nothing. */
const sample = /(?:^|\/)(?:examples?|samples?|demos?|mocks?)\//;

export function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}

export function languageOf(path: string): string | undefined {
  return languages[extensionOf(path)];
}

export function fileKind(path: string): FileKind {
  const extension = extensionOf(path);
  if (lockfile.test(path)) return 'lockfile';
  if (generated.test(path)) return 'generated';
  if (manifest.test(path)) return 'manifest';
  if (languageOf(path) !== undefined) return test.test(path) ? 'test' : 'source';
  if (documents.has(extension)) return 'document';
  if (settings.has(extension)) return test.test(path) || sample.test(path) ? 'data' : 'settings';
  if (data.has(extension)) return 'data';
  return /(?:^|\/)(?:README|LICENSE|CHANGELOG|CONTRIBUTING|AUTHORS|NOTICE)[^/.]*$/.test(path) ? 'document' : 'settings';
}

/** Whether a name ends like a file we know: `agents.ts` does, `run.paused` and `e.g` do not. */
export function hasKnownExtension(name: string): boolean {
  const extension = extensionOf(name);
  return (
    languages[extension] !== undefined ||
    documents.has(extension) ||
    settings.has(extension) ||
    data.has(extension) ||
    extension === 'lock'
  );
}
