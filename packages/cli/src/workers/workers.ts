import type { Planner, Worker } from '@planwright/runtime';

/** Who drafts plans and who carries steps out, for one model. */
export type Workers = { readonly worker: Worker; readonly planner: Planner };
