import {
  addUsage,
  assessTask,
  chooseAngles,
  type ChosenAngles,
  type ComplexityLevel,
  mergeExplorations,
  modulesTouched,
  type Route,
  routeTask,
  scopeOf,
} from '@planwright/core';
import type { Explorer } from './ports/explorer.js';
import { exploreTask, type ExploreTaskOptions, fromDescription, type TaskExploration } from './explore-task.js';

export type RouteAndExploreOptions = Omit<ExploreTaskOptions, 'angles'> & {
  /** Instead of those that the task's words call for. */
  readonly angles?: readonly string[] | undefined;
  /** Who looks where one search pass is enough; absent, the explorer does. */
  readonly searcher?: Explorer | undefined;
  /** A person's own word on how big the task is. */
  readonly complexity?: ComplexityLevel | undefined;
};

export type RoutedExploration = TaskExploration & {
  readonly route: Route;
  /** The level before the project was looked at, where that raised it. */
  readonly raisedFrom?: ComplexityLevel;
  readonly presets: ChosenAngles['presets'];
};

/**
 * Tells how big a task is, explores it from as many angles as that calls for, and looks again at how big it is: where the
 * project shows that it reaches further than its words, the angles that are missing are explored too, once.
 */
export async function routeAndExplore(task: string, options: RouteAndExploreOptions): Promise<RoutedExploration> {
  const { kind, complexity: override, angles: given } = options;
  const assessment = assessTask(task);
  const scope = { ...scopeOf(task), override };
  const route = routeTask(assessment, scope);
  const { angles, presets } = chooseAngles(task, { kind, level: route.level });
  const explorer = route.level === 'low' && !given ? (options.searcher ?? options.explorer) : options.explorer;
  const first = await exploreTask(task, { ...options, explorer, angles: given ?? angles });
  const seen = routeTask(assessment, { ...scope, modules: modulesTouched(first.merged) });
  if (seen.level === route.level) return { ...first, route: seen, presets };
  const more = given ? [] : chooseAngles(task, { kind, level: seen.level }).angles;
  const missing = more.filter((angle) => !angles.includes(angle));
  const rest = missing.length > 0 ? await exploreTask(task, { ...options, angles: missing }) : undefined;
  return { ...together(first, rest), route: seen, raisedFrom: route.level, presets };
}

function together(first: TaskExploration, rest: TaskExploration | undefined): TaskExploration {
  if (!rest) return first;
  const explored = [...first.explored, ...rest.explored];
  const notes = new Set([...first.notes, ...rest.notes]);
  notes.delete(fromDescription);
  return {
    ...first,
    explored,
    failed: [...first.failed, ...rest.failed],
    merged: mergeExplorations(explored.map(({ finding }) => finding)),
    notes: [...notes],
    ...((first.usage ?? rest.usage) ? { usage: addUsage(first.usage ?? {}, rest.usage ?? {}) } : {}),
  };
}
