import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { angleFacts, chooseAngles } from '@planwright/core';
import { createFileExplorationCache } from '../packages/runtime/src/adapters/explorations/file-exploration-cache.js';
import { createOfflineExplorer } from '../packages/runtime/src/adapters/explorations/offline-explorer.js';
import { createWorkspaceStates } from '../packages/runtime/src/adapters/explorations/workspace-state.js';
import { createNodeWorkspaceReader } from '../packages/runtime/src/adapters/node-workspace-reader.js';
import { createOfflinePlanner } from '../packages/runtime/src/adapters/offline-planner.js';
import { exploreTask } from '../packages/runtime/src/explore-task.js';
import { atMost, interleaved, type Measurement, median, timed } from './measurement.js';

const fileCount = 5000;
const filesAFolder = 20;
const task = 'Refactor how the invoice total is rounded and cache the exchange rate of each currency';
const angles = chooseAngles(task, { kind: 'feature', level: 'high' }).angles;

const nouns = 'invoice order customer currency payment account session report ledger tax stock parcel'.split(' ');
const verbs = 'load store parse render round total check send merge split'.split(' ');

/** A repository of plain modules that import each other; the same every time. */
function makeRepository(root: string): void {
  for (let file = 0; file < fileCount; file += 1) {
    const folder = Math.floor(file / filesAFolder);
    const path = join(root, 'src', `part-${folder % 25}`, `unit-${folder}`, `${nameOf(file)}-${file}.ts`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, textOf(file));
  }
}

function nameOf(file: number): string {
  return `${verbs[file % verbs.length] ?? ''}-${nouns[(file * 7) % nouns.length] ?? ''}`;
}

function textOf(file: number): string {
  const [verb = '', noun = ''] = nameOf(file).split('-');
  const functions = Array.from({ length: 12 }, (_, place) => {
    const other = nouns[(file + place * 5) % nouns.length] ?? '';
    return [
      `/** Takes the ${other} of each entry and gives back what is left of it in step ${place}. */`,
      `export function ${verb}${other}${file}x${place}(entries: readonly number[], limit: number): number {`,
      '  const kept = entries.filter((entry) => entry > 0 && entry < limit);',
      '  if (kept.length === 0) return limit;',
      `  return kept.reduce((sum, entry) => sum + entry * ${place + 1}, 0);`,
      '}',
    ].join('\n');
  });
  return `import { limitOf } from '../unit-0/${nameOf(0)}-0.js';\n\nexport const ${noun}${file} = limitOf;\n\n${functions.join('\n\n')}\n`;
}

/** What the offline explorer looks for, as one call of ripgrep. */
function ripgrepArguments(root: string): readonly string[] {
  const words = [...task.toLowerCase().split(' '), ...angles.flatMap((angle) => angleFacts(angle).words.split(' '))];
  const patterns = [...new Set(words)].filter((word) => word.length > 3).flatMap((word) => ['-e', word]);
  return ['--count', '--ignore-case', ...patterns, root];
}

function hasRipgrep(): boolean {
  return spawnSync('rg', ['--version']).status === 0;
}

/** Exploring from all angles: first of a project nobody knows, then with everything kept. */
async function exploring(): Promise<readonly Measurement[]> {
  const root = mkdtempSync(join(tmpdir(), 'planwright-bench-'));
  try {
    makeRepository(root);
    const cold = (): Promise<number> => explorer(root, `cold-${performance.now()}`)();
    const warm = explorer(root, 'warm');
    await warm();
    if (!hasRipgrep()) return await withoutRipgrep(cold, warm);
    const search = (): Promise<number> =>
      timed(() =>
        execFileSync('rg', ripgrepArguments(root), { maxBuffer: 1 << 26, stdio: ['ignore', 'pipe', 'inherit'] }),
      );
    await search();
    const [coldMs, floorOfCold] = await interleaved(3, cold, search);
    const [warmMs, floorOfWarm] = await interleaved(9, warm, search);
    const detail = (own: number, floor: number): string =>
      `${own.toFixed(1)} ms against ${floor.toFixed(1)} ms of ripgrep, ${angles.length} angles`;
    return [
      atMost('exploring 5,000 files cold', {
        value: coldMs / floorOfCold,
        limit: 20,
        detail: detail(coldMs, floorOfCold),
      }),
      atMost('exploring 5,000 files warm', {
        value: warmMs / floorOfWarm,
        limit: 0.3,
        detail: detail(warmMs, floorOfWarm),
      }),
    ];
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Explores, each time with what the explorer knows from before. */
function explorer(root: string, cacheName: string): () => Promise<number> {
  const reader = createNodeWorkspaceReader(root);
  const offline = createOfflineExplorer({ reader, states: createWorkspaceStates(root, reader) });
  const cache = createFileExplorationCache(join(root, '.planwright', cacheName));
  const clock = { now: () => new Date().toISOString() };
  const { signal } = new AbortController();
  return () => timed(() => exploreTask(task, { angles, kind: 'feature', explorer: offline, cache, clock, signal }));
}

async function withoutRipgrep(
  cold: () => Promise<number>,
  warm: () => Promise<number>,
): Promise<readonly Measurement[]> {
  const [coldMs, warmMs] = await interleaved(3, cold, warm);
  console.error(
    `skipped: there is no ripgrep on PATH to compare with; cold ${coldMs.toFixed(1)} ms, warm ${warmMs.toFixed(1)} ms`,
  );
  return [];
}

/** Planning without a model in a project that nobody has looked at yet; in seconds, since the limit is one. */
async function planning(): Promise<readonly Measurement[]> {
  const root = mkdtempSync(join(tmpdir(), 'planwright-bench-'));
  try {
    makeRepository(root);
    const { signal } = new AbortController();
    const draft = (): Promise<number> =>
      timed(() => createOfflinePlanner({ reader: createNodeWorkspaceReader(root) }).draft(task, { signal }));
    await draft();
    const seconds = median([await draft(), await draft(), await draft()]) / 1000;
    const detail = 'the project listed and searched anew';
    return [atMost('planning 5,000 files offline', { value: seconds, limit: 1, unit: 's', detail })];
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

export const exploreSuite = [
  { name: 'explore', measure: exploring },
  { name: 'plan', measure: planning },
] as const;
