import type { ToolClass } from '@planwright/core';
import type { Commands, Council, Explorer, Planner, Worker, Workspaces } from '@planwright/runtime';
import type { ReviewDraft } from '@planwright/runtime/node';
import type { BoundStaff } from './bound-staff.js';

/** Who drafts plans and who carries steps out, where they work and what proves it. */
export type Workers = {
  readonly worker: Worker;
  readonly planner: Planner;
  /** Looks at the project before a plan is made. */
  readonly explorer: Explorer;
  /** One search pass, for tasks that need no more. */
  readonly searcher: Explorer;
  /** Looks at a plan with judgement; absent where no model can be asked. */
  readonly reviewer?: ReviewDraft;
  readonly commands: Commands;
  readonly workspaces?: Workspaces;
  /** Who and what would carry a plan out, by name: an approval binds it. Absent where nobody would. */
  readonly bound?: BoundStaff;
  /** Agents that come to a plan together; absent where one planner drafts it. */
  readonly council?: Council;
  /** Every tool that one of those agents has. Starts their servers. */
  readonly catalogue?: () => Promise<readonly { readonly name: string; readonly class: ToolClass }[]>;
  /** Ends what was started for them. */
  readonly close?: () => Promise<void>;
};

/** What a person should know about how they were put together. */
export type Tell = (message: string, mark?: 'note' | 'warning') => void;
