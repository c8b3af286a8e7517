import {
  addUsage,
  angleDocument,
  type AngleDocument,
  type AngleFinding,
  type AngleOrder,
  cacheKey,
  explorationId,
  mergeExplorations,
  type MergedExploration,
  readExploration,
  type TaskKind,
  toErrorInfo,
  type Usage,
} from '@planwright/core';
import type { Clock } from './ports/clock.js';
import type { ExplorationCache } from './ports/exploration-cache.js';
import type { Explorer, ExploreOptions, Visit } from './ports/explorer.js';

export type ExploreTaskOptions = ExploreOptions & {
  readonly angles: readonly string[];
  readonly kind: TaskKind;
  readonly explorer: Explorer;
  readonly clock: Clock;
  /** Without one, nothing is kept. */
  readonly cache?: ExplorationCache | undefined;
  /** Explore anew whatever is kept. */
  readonly refresh?: boolean | undefined;
};

export type ExploredFrom = {
  readonly angle: string;
  readonly source: 'cached' | 'new';
  readonly document: AngleDocument;
  readonly finding: AngleFinding;
  /** Its file in the cache. */
  readonly file?: string;
  readonly notes: readonly string[];
};

export type TaskExploration = {
  readonly kind: TaskKind;
  readonly explored: readonly ExploredFrom[];
  readonly failed: readonly { readonly angle: string; readonly reason: string }[];
  readonly merged: MergedExploration;
  readonly notes: readonly string[];
  readonly usage?: Usage;
};

type Work = ExploreTaskOptions & { readonly visit: Visit };
type Outcome =
  | { readonly explored: ExploredFrom; readonly usage?: Usage | undefined }
  | { readonly angle: string; readonly reason: string };

/**
 * Looks at the project from all angles at once. What is kept and still holds is not explored again. An angle that fails takes
 * no other with it; when all do, what is left is the task's own description, and the notes say so. Rejects only with the
 * signal's reason.
 */
export async function exploreTask(task: string, options: ExploreTaskOptions): Promise<TaskExploration> {
  const { angles, kind, explorer, signal } = options;
  const orders = angles.map((angle, place) => ({ task, angle, kind, index: place + 1, total: angles.length }));
  const opened = await attempt(() => explorer.visit(orders, options), signal);
  const outcomes =
    'reason' in opened
      ? angles.map((angle) => ({ angle, reason: opened.reason }))
      : await Promise.all(orders.map((order) => exploreAngle(order, { ...options, visit: opened.value })));
  return explorationOf(kind, outcomes);
}

function explorationOf(kind: TaskKind, outcomes: readonly Outcome[]): TaskExploration {
  const explored = outcomes.flatMap((outcome) => ('explored' in outcome ? [outcome.explored] : []));
  const notes = explored.length === 0 ? [fromDescription] : explored.flatMap((each) => each.notes);
  const usage = outcomes.flatMap((outcome) => ('usage' in outcome ? (outcome.usage ?? []) : []));
  return {
    kind,
    explored,
    failed: outcomes.flatMap((outcome) => ('reason' in outcome ? [outcome] : [])),
    merged: mergeExplorations(explored.map(({ finding }) => finding)),
    notes: [...new Set(notes)],
    ...(usage.length > 0 ? { usage: usage.reduce(addUsage) } : {}),
  };
}

/** What a plan is marked with that rests on nothing but the task. */
export const fromDescription = 'no angle could be explored; a plan can rest on the description alone';

async function exploreAngle(order: AngleOrder, work: Work): Promise<Outcome> {
  const { angle } = order;
  const outcome = await attempt(async () => {
    const { hit, notes } = await fromCache(order, work);
    return hit ? { explored: hit } : anew(order, work, notes);
  }, work.signal);
  if ('value' in outcome) return outcome.value;
  work.onProgress?.(`${angle}: failed: ${outcome.reason}`);
  return { angle, reason: outcome.reason };
}

type CacheAnswer = { readonly hit?: ExploredFrom; readonly notes: readonly string[] };

async function fromCache(order: AngleOrder, work: Work): Promise<CacheAnswer> {
  const { cache, visit, refresh = false, explorer } = work;
  if (!cache || refresh) return { notes: [] };
  const { kept, file, notes } = await cache.find({ id: idOf(order, explorer), angle: order.angle });
  if (!kept) return { notes };
  if (kept.state === undefined || kept.state !== visit.state) {
    const looks = await visit.lookAgain(order, kept.looks, work);
    if (cacheKey(kept.id, looks) !== kept.key) return { notes };
    await keeping(cache.keep({ ...kept, state: visit.state }));
  }
  work.onProgress?.(`${order.angle}: from the cache`);
  return { hit: result(order, 'cached', kept.document, { notes, ...(file === undefined ? {} : { file }) }), notes };
}

async function anew(order: AngleOrder, work: Work, known: readonly string[]): Promise<Outcome> {
  const { visit, explorer, clock, cache } = work;
  const { findings, looks, notes, usage } = await visit.explore(order, work);
  const document = angleDocument(findings, order, clock.now());
  const id = idOf(order, explorer);
  const kept = { id, key: cacheKey(id, looks), angle: order.angle, explorer: explorer.name, looks, document };
  const stored = cache ? await keeping(cache.keep({ ...kept, state: visit.state })) : {};
  const found = result(order, 'new', document, {
    notes: [...known, ...notes, ...(stored.problem === undefined ? [] : [stored.problem])],
    ...(stored.file === undefined ? {} : { file: stored.file }),
  });
  work.onProgress?.(`${order.angle}: ${found.finding.files.length} files`);
  return { explored: found, usage };
}

/** What cannot be kept is still known. */
async function keeping(kept: Promise<string>): Promise<{ readonly file?: string; readonly problem?: string }> {
  try {
    return { file: await kept };
  } catch (error) {
    return { problem: toErrorInfo(error, 'store-unwritable').message };
  }
}

function result(
  { angle }: AngleOrder,
  source: ExploredFrom['source'],
  document: AngleDocument,
  { notes, file }: Pick<ExploredFrom, 'notes' | 'file'>,
): ExploredFrom {
  const read = readExploration(document);
  if (!read.ok) throw new Error(read.message);
  const finding = { ...read.finding, angle };
  return {
    angle,
    source,
    document,
    finding,
    notes: [...notes, ...read.notes],
    ...(file === undefined ? {} : { file }),
  };
}

function idOf({ angle, kind, task }: AngleOrder, { name }: Explorer): string {
  return explorationId({ angle, kind, task, explorer: name });
}

async function attempt<Value>(
  work: () => Promise<Value>,
  signal: AbortSignal,
): Promise<{ readonly value: Value } | { readonly reason: string }> {
  try {
    return { value: await work() };
  } catch (error) {
    signal.throwIfAborted();
    return { reason: toErrorInfo(error, 'agent-failed').message };
  }
}
