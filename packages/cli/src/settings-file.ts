import { coordinationKeys, type KeyTree } from '@planwright/core';
import { isMap, isScalar, isSeq, LineCounter, type Pair, parseDocument, type YAMLMap } from 'yaml';
import { didYouMean } from './nearest.js';
import type { SettingSpec } from './setting-spec.js';
import { type SettingName, settingNames, settingTable } from './setting-table.js';
import type { FileLayer, SettingProblem } from './settings.js';

const ownNames = new Map<string, SettingName>(
  settingNames.flatMap((name) => {
    const { key, longKey = key }: SettingSpec = settingTable[name];
    return [[key, name] as const, [longKey, name] as const];
  }),
);
const ownKeys: KeyTree = treeOf([...ownNames.keys()]);

/** Ours too, but no plain values: whoever uses them reads them. */
const readElsewhere: KeyTree = { mcp_servers: null };

/** Reads the text of a settings file. Pure; everything wrong with it is a problem with the file and the line. */
export function readSettingsFile(path: string, text: string): FileLayer {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const lineAt = (offset: number): number => lines.linePos(offset).line;
  const broken = [...document.errors, ...document.warnings].map(({ message, pos }): SettingProblem =>
    error(`${path}:${lineAt(pos[0])}: ${message}`),
  );
  if (broken.length > 0) return { path, values: new Map(), problems: broken };
  const root = document.contents;
  if (root === null || (isScalar(root) && root.value === null)) return { path, values: new Map(), problems: [] };
  if (!isMap(root))
    return { path, values: new Map(), problems: [error(`${path}:1: expected settings as "key: value"`)] };
  const reading = { path, lineAt, values: new Map(), problems: [], coordination: [] } satisfies Reading;
  readMap(root, { ...ownKeys, ...coordinationKeys, ...readElsewhere }, [], reading);
  return { path, values: reading.values, problems: [...reading.problems, ...withoutAgents(reading)] };
}

type Reading = {
  readonly path: string;
  readonly lineAt: (offset: number) => number;
  readonly values: Map<SettingName, { readonly value: unknown; readonly line: number }>;
  readonly problems: SettingProblem[];
  /** Keys of coordination that stand in the file: `planwright coordinate` goes by them. */
  readonly coordination: { readonly key: string; readonly line: number }[];
};

function readMap(map: YAMLMap, known: KeyTree, above: readonly string[], reading: Reading): void {
  for (const pair of map.items) {
    const { key, line } = keyOf(pair, reading);
    if (!Object.hasOwn(known, key)) reading.problems.push(unknownKey([...above, key], line, known, reading.path));
    else readValue(pair, [...above, key], line, { known: known[key] ?? null, reading });
  }
}

function readValue(
  pair: Pair,
  path: readonly string[],
  line: number,
  { known, reading }: { readonly known: KeyTree | null; readonly reading: Reading },
): void {
  const { value } = pair;
  const setting = ownNames.get(path.join('.'));
  if (setting !== undefined && !(isMap(value) && known !== null)) {
    const given = givenBy(value, settingTable[setting]);
    if (given !== undefined) reading.values.set(setting, { value: given.value, line });
    else reading.problems.push(error(`${reading.path}:${line}: ${path.join('.')}: expected one value`));
    return;
  }
  if (path.length === 1 && Object.hasOwn(coordinationKeys, path[0] ?? ''))
    reading.coordination.push({ key: path[0] ?? '', line });
  if (known === null) return;
  const maps = isSeq(value) ? value.items : [value];
  for (const map of maps) {
    if (isMap(map)) readMap(map, known, path, reading);
    else reading.problems.push(error(`${reading.path}:${line}: ${path.join('.')}: expected settings as "key: value"`));
  }
}

/** One value; for a setting that may be a list, several. */
function givenBy(value: unknown, { list }: SettingSpec): { readonly value: unknown } | undefined {
  if (isScalar(value)) return { value: value.value };
  if (list !== true || !isSeq(value) || !value.items.every(isScalar)) return undefined;
  return { value: value.items.map((item) => item.value) };
}

function keyOf({ key }: Pair, { lineAt }: Reading): { readonly key: string; readonly line: number } {
  if (!isScalar(key)) return { key: String(key), line: 1 };
  return { key: String(key.value), line: lineAt(key.range?.[0] ?? 0) };
}

function unknownKey(path: readonly string[], line: number, known: KeyTree, file: string): SettingProblem {
  const above = path.slice(0, -1).map((key) => `${key}.`);
  const meant = didYouMean(path.at(-1) ?? '', Object.keys(known), above.join(''));
  return error(`${file}:${line}: there is no setting "${path.join('.')}"${meant}`);
}

function withoutAgents({ path, coordination }: Reading): readonly SettingProblem[] {
  if (coordination.length === 0 || coordination.some(({ key }) => key === 'agents' || key === 'agent')) return [];
  const named = coordination.map(({ key, line }) => `${key} (line ${line})`).join(', ');
  return [
    {
      severity: 'warning',
      message: `${path}: "agents" names who coordinates, and is missing; without it nothing comes of ${named}`,
    },
  ];
}

function error(message: string): SettingProblem {
  return { severity: 'error', message };
}

function treeOf(paths: readonly string[]): KeyTree {
  const tree: Record<string, KeyTree | null> = {};
  for (const path of paths) {
    const [first = '', ...rest] = path.split('.');
    // A key that is both a setting and a group is known as the group.
    tree[first] = rest.length === 0 ? (tree[first] ?? null) : merged(tree[first] ?? {}, treeOf([rest.join('.')]));
  }
  return tree;
}

function merged(one: KeyTree, other: KeyTree): KeyTree {
  const both = Object.entries(other).map(([key, below]) => [key, below && merged(one[key] ?? {}, below)] as const);
  return { ...one, ...Object.fromEntries(both) };
}
