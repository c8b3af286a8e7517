import type { ExplorationRecord, PlanningWish, Usage } from '@planwright/core';
import type { WorkOptions } from './worker.js';

export type Explored = { readonly found: ExplorationRecord; readonly usage?: Usage | undefined };

/** Looks at the project for a task before it is planned. Reads only. Angles that fail are part of what was found. */
export type Explore = (task: string, wish: PlanningWish, options: WorkOptions) => Promise<Explored>;
