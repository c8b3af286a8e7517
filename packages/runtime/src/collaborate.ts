import {
  type Area,
  type AreaConflict,
  areasConcerned,
  areaTask,
  excerptOf,
  type MergedExploration,
  planHash,
  type PlanningContext,
  PlanwrightError,
  splitIntoAreas,
  stated,
  type SubPlan,
} from '@planwright/core';
import { mapConcurrently } from './map-concurrently.js';
import { type AreaDraft, type Attempt, mergedDraft } from './merge-attempts.js';
import type { Draft, Planner, WorkOptions } from './ports/worker.js';

/** The plan of one area, with all that its documents are made from. */
export type PlannedArea = {
  readonly subPlan: SubPlan;
  readonly task: string;
  readonly exploration: MergedExploration | undefined;
  readonly conflicts: readonly AreaConflict[];
};

export type CollaboratingPlannerOptions = {
  /** Plans each area. */
  readonly planner: Planner;
  /** How many areas are planned at once. */
  readonly concurrency?: number;
  /** Told of the areas that have a plan, once they are merged. */
  readonly onAreas?: (areas: readonly PlannedArea[]) => void;
};

type PlanningOptions = WorkOptions & { readonly context?: PlanningContext | undefined };

const defaultConcurrency = 3;

/**
 * Where the context wants it, splits a task into areas, has each planned by itself at the same time, and merges the plans into one. An area that cannot be
 * planned is missing, and the draft says so and is degraded; where none can be, it ends as the planner itself does. A redraft
 * plans only the areas concerned, as long as the plan is the one that was drafted here last.
 */
export function createCollaboratingPlanner(options: CollaboratingPlannerOptions): Planner {
  const { planner, concurrency = defaultConcurrency, onAreas } = options;
  const memory = createMemory();
  return {
    ...planner,
    draft: async (task, given: PlanningOptions) => {
      const { exploration, areas: wanted } = given.context ?? {};
      if (wanted === undefined) return planner.draft(task, given);
      const { areas, notes } = splitIntoAreas(task, exploration, wanted);
      if (areas.length < 2) return withNotes(await planner.draft(task, given), notes);
      const kept = keptPlans(given, areas, memory);
      const attempts = await mapConcurrently(
        areas,
        (area) => kept.get(area.name) ?? planArea(planner, { task, area, areas, given }),
        { limit: concurrency, signal: given.signal },
      );
      const { draft, subPlans, conflicts } = mergedDraft(attempts, areas, notes);
      if (draft.ok) memory.keep(planHash(draft.plan), attempts);
      onAreas?.(subPlans.map((subPlan) => ({ subPlan, task, exploration, conflicts })));
      return draft;
    },
  };
}

type AreaOrder = {
  readonly task: string;
  readonly area: Area;
  readonly areas: readonly Area[];
  readonly given: PlanningOptions;
};

/** What concerns the run as a whole is not a matter of one area. */
const ofTheRun: readonly string[] = ['workspace-changed', 'budget-spent'];

async function planArea(planner: Planner, { task, area, areas, given }: AreaOrder): Promise<Attempt> {
  const { onProgress, redraft, context, ...others } = given;
  const progress = onProgress && ((text: string) => onProgress(`${area.name}: ${text}`));
  const own: PlanningOptions = {
    ...others,
    ...stated({
      onProgress: progress,
      redraft: redraft && { ...redraft, plan: excerptOf(area, redraft.plan) },
      context: context && { ...context, exploration: narrowed(context.exploration, area, areas) },
    }),
  };
  try {
    const draft: AreaDraft = await planner.draft(areaTask(task, area, areas), own);
    const { usage } = draft;
    return draft.ok ? { type: 'planned', area, draft, usage } : { type: 'unusable', area, draft, usage };
  } catch (error) {
    given.signal.throwIfAborted();
    if (PlanwrightError.is(error) && ofTheRun.includes(error.code)) throw error;
    return { type: 'failed', area, error };
  }
}

/** The files of an area, and those that are of none. */
function narrowed(
  exploration: MergedExploration | undefined,
  area: Area,
  areas: readonly Area[],
): MergedExploration | undefined {
  if (!exploration) return undefined;
  const others = new Set(areas.flatMap(({ name, files }) => (name === area.name ? [] : files)));
  return { ...exploration, files: exploration.files.filter(({ path }) => !others.has(path)) };
}

function withNotes(draft: Draft, notes: readonly string[]): Draft {
  return draft.ok ? { ...draft, notes: [...notes, ...draft.notes] } : draft;
}

type Memory = {
  readonly keep: (hash: string, attempts: readonly Attempt[]) => void;
  readonly recall: (hash: string) => readonly Attempt[];
};

/** More plans than are revised at a time in one process. */
const mostRemembered = 20;

/** The areas of the last plans, so that a redraft needs not ask again for what nobody objects to. */
function createMemory(): Memory {
  const byHash = new Map<string, readonly Attempt[]>();
  return {
    keep: (hash, attempts) => {
      byHash.set(hash, attempts);
      const [oldest] = byHash.keys();
      if (byHash.size > mostRemembered && oldest !== undefined) byHash.delete(oldest);
    },
    recall: (hash) => byHash.get(hash) ?? [],
  };
}

/** The areas that a redraft leaves alone, by name; none where the plan was changed since, or was drafted elsewhere. */
function keptPlans(
  { redraft }: PlanningOptions,
  areas: readonly Area[],
  memory: Memory,
): ReadonlyMap<string, Promise<Attempt>> {
  if (!redraft) return new Map();
  const concerned = new Set(areasConcerned(redraft, areas).map(({ name }) => name));
  const kept = memory
    .recall(planHash(redraft.plan))
    .filter(({ type, area }) => type === 'planned' && !concerned.has(area.name));
  return new Map(kept.map((attempt) => [attempt.area.name, Promise.resolve({ ...attempt, usage: undefined })]));
}
