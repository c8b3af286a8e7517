import { counted } from '@planwright/core';
import { textOf } from './describe-passage.js';
import { listed, quoteLine } from './quote.js';
import type { Texts } from './sources.js';
import { type Use, type UseKind, useKinds, type UsesOfName } from './uses.js';

const mostPlaces = 12;
const mostFiles = 6;

/** Who uses each name, or imports each file: the places in code first, then the tests; the first line sums up. */
export function usesAnswer(found: readonly UsesOfName[], texts: Texts): string {
  return [`${found.map(summaryOf).join('; ')}.`, ...found.flatMap((uses) => placesOf(uses, texts))].join('\n');
}

function summaryOf({ name, uses }: UsesOfName): string {
  const declared = uses.find(({ kind }) => kind === 'definition');
  const place = declared ? `; it is declared at ${at(declared)}` : '';
  const telling = byTelling(uses.filter(({ kind }) => kind !== 'definition'));
  const [first] = telling;
  if (!first)
    return declared
      ? `${name} is used nowhere but at ${at(declared)}, where it is declared`
      : `${name} is used nowhere`;
  const calls = telling.filter(({ kind }) => kind === first.kind);
  const others = calls.length > 1 ? ` and ${counted(calls.length - 1, 'more place')}` : '';
  const within = first.within === undefined ? '' : `${first.within} (`;
  return `${name} is ${verbs[first.kind]} ${within}${at(first)}${within === '' ? '' : ')'}${others}${place}`;
}

const verbs: Readonly<Record<UseKind, string>> = {
  call: 'called by',
  use: 'used by',
  import: 'imported by',
  'test call': 'called only by tests, as in',
  test: 'used only by tests, as in',
  'test import': 'imported only by tests, as in',
  comment: 'only mentioned in comments, as at',
  document: 'only mentioned in documents, as at',
  definition: 'declared at',
};

function placesOf({ name, uses }: UsesOfName, texts: Texts): readonly string[] {
  const ofKinds = (...kinds: readonly UseKind[]): readonly Use[] => uses.filter(({ kind }) => kinds.includes(kind));
  const quoted = (use: Use): string => quoteLine(use.path, use.line, textOf(texts, use.path).lines);
  const working = byTelling(ofKinds('call', 'use'));
  const users = new Set(working.map(({ path }) => path));
  const importing = onePerFile(ofKinds('import').filter(({ path }) => !users.has(path)));
  const tests = onePerFile(byTelling(ofKinds('test call', 'test', 'test import')));
  const mentions = onePerFile(ofKinds('comment', 'document'));
  return [
    ...ofKinds('definition').map((use) => `- ${name}, declared: ${quoted(use)}`),
    ...limited(working, mostPlaces, 'more place', (use) => `- ${told(use)}: ${quoted(use)}`),
    ...limited(importing, mostPlaces, 'more file that imports it', (use) => `- imported: ${quoted(use)}`),
    ...limited(tests, mostFiles, 'more test file', (use) => `- ${told(use)}: ${quoted(use)}`),
    ...(working.length + tests.length > 0
      ? []
      : limited(mentions, mostFiles, 'more file', (use) => `- ${use.kind}: ${quoted(use)}`)),
  ];
}

function told({ kind, within }: Use): string {
  const verb = kind.endsWith('call') ? 'called' : kind.endsWith('import') ? 'imported by a test' : 'used';
  return `${verb}${within === undefined ? '' : ` in ${within}`}`;
}

function limited(uses: readonly Use[], most: number, noun: string, tell: (use: Use) => string): readonly string[] {
  const left = uses.length - most;
  if (left <= 0) return uses.map(tell);
  const files = [...new Set(uses.slice(most).map(({ path }) => path))];
  return [...uses.slice(0, most).map(tell), `- and ${counted(left, noun)}, in ${listed(files.slice(0, 8))}`];
}

function onePerFile(uses: readonly Use[]): readonly Use[] {
  const paths = new Set<string>();
  return uses.filter(({ path }) => !paths.has(path) && paths.add(path));
}

function byTelling(uses: readonly Use[]): readonly Use[] {
  return uses.toSorted((one, other) => useKinds.indexOf(one.kind) - useKinds.indexOf(other.kind));
}

function at({ path, line }: Use): string {
  return `${path}:${line}`;
}
