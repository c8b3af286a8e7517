import { isObject } from '../../plan/parse/plan-within.js';
import { stated } from '../../shared/stated.js';

/** An exploration a plan rests on. */
export type ExplorationEntry = {
  readonly angle: string;
  /** Relative to the plan's folder. */
  readonly file: string;
  readonly source?: 'cached' | 'new' | undefined;
};

export const manifestPath = 'explorations-manifest.json';

export type Manifest = {
  readonly session: string;
  readonly at: string;
  readonly task: string;
  readonly complexity: string | undefined;
  readonly entries: readonly ExplorationEntry[];
};

/** The manifest with the fields of both shapes its readers know. */
export function manifestData({ session, at, task, complexity, entries }: Manifest): Readonly<Record<string, unknown>> {
  return stated({
    session_id: session,
    task_description: task,
    timestamp: at,
    complexity,
    exploration_count: entries.length,
    cached_count: entries.filter(({ source }) => source === 'cached').length,
    explorations: entries.map(({ angle, file, source }, index) =>
      stated({ angle, file, path: file, index: index + 1, source }),
    ),
  });
}

/** The entries of a manifest of either shape; undefined where it is none. */
export function manifestEntries(data: unknown): readonly ExplorationEntry[] | undefined {
  const listed = isObject(data) ? data['explorations'] : undefined;
  if (!Array.isArray(listed)) return undefined;
  const entries = listed.map(entryIn);
  const known = entries.flatMap((entry) => entry ?? []);
  return known.length === entries.length ? known : undefined;
}

function entryIn(written: unknown): ExplorationEntry | undefined {
  if (!isObject(written)) return undefined;
  const { angle, file, source } = written;
  if (typeof angle !== 'string' || typeof file !== 'string') return undefined;
  return { angle, file, ...(source === 'cached' || source === 'new' ? { source } : {}) };
}
