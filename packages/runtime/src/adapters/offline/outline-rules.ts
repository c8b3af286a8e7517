import { extensionOf } from './file-kind.js';

/** How one kind of line declares something: the pattern's groups `name` and, where it varies, `kind`. */
export type OutlineRule = {
  readonly pattern: RegExp;
  /** Where the pattern has no group `kind`. */
  readonly kind?: string;
  /** Holds only inside one of these, by indentation. */
  readonly inside?: readonly string[];
};

const modifiers = String.raw`(?:(?:public|private|protected|internal|static|final|abstract|sealed|open|override|async|virtual|data|case|inline|suspend|readonly|partial|default)\s+)*`;

const script: readonly OutlineRule[] = [
  {
    pattern:
      /^\s*(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?<kind>function|class|interface|enum|namespace)\b\*?\s+(?<name>[\w$]+)/,
  },
  { pattern: /^\s*(?:export\s+)?(?:declare\s+)?(?<kind>type)\s+(?<name>[\w$]+)\s*[<=]/ },
  { pattern: /^(?:export\s+)?(?:declare\s+)?(?<kind>const|let|var)\s+(?<name>[\w$]+)/ },
  { pattern: /^\s*(?:describe|it|test)(?:\.\w+)*\(\s*(['"`])(?<name>.+?)\1/, kind: 'test' },
  {
    pattern:
      /^\s+(?:(?:public|private|protected|static|readonly|async|override|get|set)\s+)*(?!(?:if|for|while|switch|catch|return|function|constructor)\b)(?<name>[\w$#]+)\s*(?:<[^>]*>)?\(.*\{\s*$/,
    kind: 'method',
    inside: ['class'],
  },
  { pattern: /^\s+(?:readonly\s+)?(?<name>[\w$]+)\??\s*(?::\s*)?\(/, kind: 'method', inside: ['interface', 'type'] },
];

const python: readonly OutlineRule[] = [
  { pattern: /^\s*(?:async\s+)?(?<kind>def|class)\s+(?<name>\w+)/ },
  { pattern: /^(?<name>[A-Z][A-Z0-9_]+)\s*(?::[^=]+)?=/, kind: 'constant' },
];

const go: readonly OutlineRule[] = [
  { pattern: /^(?<kind>func)\s+(?:\([^)]*\)\s*)?(?<name>\w+)/ },
  { pattern: /^(?<kind>type|var|const)\s+(?<name>\w+)/ },
];

const rust: readonly OutlineRule[] = [
  {
    pattern:
      /^\s*(?:pub(?:\([^)]*\))?\s+)?(?:async\s+|unsafe\s+|const\s+(?=fn))*(?<kind>fn|struct|enum|trait|mod|type|static|const|macro_rules!)\s+(?:mut\s+)?(?<name>\w+)/,
  },
  { pattern: /^(?<kind>impl)\b(?:<[^>]*>)?\s+(?<name>[\w:<>, ]+?)\s*\{/ },
];

/** Java, Kotlin, C#, Swift, Scala, Dart and PHP declare alike enough. */
const bracesAndModifiers: readonly OutlineRule[] = [
  {
    pattern: new RegExp(
      String.raw`^\s*${modifiers}(?<kind>class|interface|enum|record|struct|trait|object|protocol|extension|fun|func|function|def)\s+(?:<[^>]*>\s*)?&?(?<name>[\w.]+)`,
    ),
  },
  {
    pattern:
      /^\s+(?:(?:public|private|protected|internal|static|final|async|override|virtual)\s+)+[\w<>[\],.?]+\s+(?<name>\w+)\s*\(/,
    kind: 'method',
  },
];

const ruby: readonly OutlineRule[] = [{ pattern: /^\s*(?<kind>def|class|module)\s+(?<name>[\w.:?!]+)/ }];

const cFamily: readonly OutlineRule[] = [
  { pattern: /^\s*(?:typedef\s+)?(?<kind>struct|class|enum|union|namespace)\s+(?<name>\w+)(?!.*;)/ },
  { pattern: /^#\s*(?<kind>define)\s+(?<name>\w+)/ },
  {
    pattern: /^(?!return\b|else\b|typedef\b)[A-Za-z_][\w:<>*&,]*(?:\s+[\w:<>*&,]+)*\s+[*&]*(?<name>[\w:~]+)\s*\([^;]*$/,
    kind: 'function',
  },
];

const shell: readonly OutlineRule[] = [
  { pattern: /^(?:function\s+)?(?<name>[A-Za-z_][\w-]*)\s*\(\)/, kind: 'function' },
];
const sql: readonly OutlineRule[] = [
  {
    pattern:
      /^\s*create\s+(?:or\s+replace\s+)?(?:unique\s+)?(?<kind>table|view|function|index|procedure|type|trigger)\s+(?:if\s+not\s+exists\s+)?(?<name>[\w."]+)/i,
  },
];
const markdown: readonly OutlineRule[] = [{ pattern: /^#{1,6}\s+(?<name>.+?)\s*#*$/, kind: 'heading' }];
const json: readonly OutlineRule[] = [{ pattern: /^(?: {1,4}|\t)"(?<name>[^"]+)"\s*:/, kind: 'key' }];
const yaml: readonly OutlineRule[] = [{ pattern: /^(?<name>[A-Za-z_][\w.-]*):(?:\s|$)/, kind: 'key' }];
const sections: readonly OutlineRule[] = [{ pattern: /^\[+(?<name>[^\]]+)\]+/, kind: 'section' }];
const make: readonly OutlineRule[] = [{ pattern: /^(?<name>[A-Za-z][\w./-]*)\s*:(?![=:])/, kind: 'target' }];

const rulesOfExtension: Readonly<Record<string, readonly OutlineRule[]>> = {
  ...Object.fromEntries(
    ['ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs', 'vue', 'svelte'].map((end) => [end, script]),
  ),
  ...Object.fromEntries(
    ['java', 'kt', 'kts', 'scala', 'cs', 'swift', 'dart', 'php'].map((end) => [end, bracesAndModifiers]),
  ),
  ...Object.fromEntries(['c', 'h', 'cc', 'cpp', 'hpp'].map((end) => [end, cFamily])),
  ...Object.fromEntries(['sh', 'bash'].map((end) => [end, shell])),
  ...Object.fromEntries(['md', 'mdx', 'markdown'].map((end) => [end, markdown])),
  ...Object.fromEntries(['json', 'jsonc', 'json5'].map((end) => [end, json])),
  ...Object.fromEntries(['yaml', 'yml'].map((end) => [end, yaml])),
  ...Object.fromEntries(['toml', 'ini', 'cfg'].map((end) => [end, sections])),
  py: python,
  pyi: python,
  go,
  rs: rust,
  rb: ruby,
  sql,
  mk: make,
};

/** How the lines of this file declare things; empty for what we do not know. */
export function outlineRulesFor(path: string): readonly OutlineRule[] {
  if (/(?:^|\/)(?:GNU)?[Mm]akefile$/.test(path)) return make;
  return rulesOfExtension[extensionOf(path)] ?? [];
}
