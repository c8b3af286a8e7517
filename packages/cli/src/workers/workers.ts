import type { Commands, Explorer, Planner, Worker, Workspaces } from '@planwright/runtime';

/** Who drafts plans and who carries steps out, where they work and what proves it. */
export type Workers = {
  readonly worker: Worker;
  readonly planner: Planner;
  /** Looks at the project before a plan is made. */
  readonly explorer: Explorer;
  /** One search pass, for tasks that need no more. */
  readonly searcher: Explorer;
  readonly commands: Commands;
  readonly workspaces?: Workspaces;
  /** Ends what was started for them. */
  readonly close?: () => Promise<void>;
};

/** What a person should know about how they were put together. */
export type Tell = (message: string) => void;
