import type { FileChange, PathRule, RunId, StepFile, StepId, ToolClass } from '@planwright/core';

export type { FileChange };

type Stoppable = { readonly signal: AbortSignal };

/** A try of a step that needs a place to work in. */
export type StepSite = {
  readonly runId: RunId;
  readonly stepId: StepId;
  readonly label: string;
  readonly title: string;
  readonly try: number;
  readonly class: ToolClass;
  readonly files: readonly StepFile[];
  /** What is not kept when it was changed. */
  readonly pathRules?: readonly PathRule[] | undefined;
  /** A place of its own even for a step that reads: for agents whose calls nobody can look at beforehand. */
  readonly isolated?: boolean | undefined;
};

/** What became of a step's work. */
export type Kept =
  | {
      readonly ok: true;
      /** The commit on the run's branch; null when nothing changed, when the step only reads, or where there is no git. */
      readonly commit: string | null;
      readonly changes: readonly FileChange[];
      /** Changed although the step does not name them; for a step that reads, all it changed: none of it was kept. */
      readonly outside: readonly string[];
    }
  | {
      readonly ok: false;
      readonly reason: string;
      readonly files: readonly string[];
      /** It is only that the step does not name these files. */
      readonly outside?: true;
    };

export type Proven = { readonly ok: boolean; readonly reason?: string | undefined };

export type KeepOptions = Stoppable & {
  /** Run on the result, in a folder no agent has worked in. What it refuses never reaches the branch. */
  readonly prove?: ((root: string) => Promise<Proven>) | undefined;
  /** What follows from changes to files that the step does not name: they are told (the default), or nothing is kept. */
  readonly outside?: 'tell' | 'refuse' | undefined;
};

/** Where one try works. Nothing of it reaches the run before `keep`, and nothing the user's own tree before `apply`. */
export interface Workspace {
  /** An absolute path. A step that reads gets the project itself until the run has changed anything. */
  readonly root: string;
  /** What a person should know: setup that was run, files left out. */
  readonly notes: readonly string[];
  /**
   * Brings the work to the run: one commit on its branch, on top of what other steps brought meanwhile. A conflict with
   * their work, a proof that failed and a file that cannot be kept are `ok: false` and leave the branch as it was; the work
   * stays where it is. With `ok: true` the place is given back. Rejects with the signal's reason once it is aborted.
   */
  readonly keep: (options: KeepOptions) => Promise<Kept>;
  /** Gives the work up, and the place back. Safe to call after `keep`, and twice. */
  readonly drop: () => Promise<void>;
}

/** What a run starts from: the user's files as they were, ignored ones left out. */
export type Base = {
  readonly commit: string;
  /** The user's commit that was checked out; null before the first. */
  readonly head: string | null;
  readonly notes: readonly string[];
};

/** What the user did since the run's base was taken. */
export type Drift = {
  /** The commit now checked out, where it is another. */
  readonly head: string | null;
  readonly changes: readonly FileChange[];
};

/** Bringing work together: done, or nothing was changed and these files are why. */
export type Undone =
  | { readonly ok: true; readonly changes: readonly FileChange[] }
  | { readonly ok: false; readonly reason: string; readonly files: readonly string[] };

export type Applied =
  | {
      readonly ok: true;
      /** The user's commit now; null for a patch, which is left uncommitted. */
      readonly commit: string | null;
      readonly changes: readonly FileChange[];
      /** Whether another commit is checked out than when the run began. */
      readonly moved: boolean;
    }
  | {
      readonly ok: false;
      readonly reason: string;
      readonly files: readonly string[];
      /** The one way that is left; without it any other may do. */
      readonly only?: ApplyHow;
    };

/** `merge` and `rebase` make commits on the branch that is checked out, `patch` changes files only. */
export type ApplyHow = 'merge' | 'rebase' | 'patch';

/** What there is of one run. */
export type RunWorkspace = {
  readonly runId: RunId;
  /** Oldest first. What a person put on the run's branch belongs to no step; it is kept and applied like the rest. */
  readonly commits: readonly {
    readonly stepId: StepId | null;
    /** Null where there is no git. */
    readonly commit: string | null;
    readonly subject: string;
  }[];
  /** Whether all of it has been applied. */
  readonly applied: boolean;
};

export type Cleaned = { readonly ok: true } | { readonly ok: false; readonly reason: string };

export type Throwaway = { readonly root: string; readonly dispose: () => Promise<void> };

/** What tells the state of a workspace: one digest of all, and one per file so that a difference can be named. */
export type WorkspaceDigest = { readonly digest: string; readonly files: ReadonlyMap<string, string> };

/**
 * Places for the steps of runs, and what became of their work. The user's files, index, stashes, hooks, submodules and
 * checked-out branch are touched by `apply` alone. Throws a `PlanwrightError` when git or the disk fails; rejects with the
 * signal's reason once it is aborted.
 */
export interface Workspaces {
  /** A place for one try: what an earlier try of the step left behind is gone, also from the branch. */
  readonly open: (site: StepSite, options: Stoppable) => Promise<Workspace>;
  /** What the run starts from; taken now, if it has not been yet. */
  readonly base: (runId: RunId, options: Stoppable) => Promise<Base>;
  readonly drift: (runId: RunId, options: Stoppable) => Promise<Drift>;
  /** The files as the run leaves them, to look at and try out: an absolute path. */
  readonly view: (runId: RunId, options: Stoppable) => Promise<string>;
  /** A unified diff of a step's work, or of the whole run's; empty when nothing changed. */
  readonly diff: (runId: RunId, options: Stoppable & { readonly stepId?: StepId | undefined }) => Promise<string>;
  /** Takes the work of these steps out of the run and leaves all other as it is. The caller names dependents too. */
  readonly undo: (runId: RunId, stepIds: readonly StepId[], options: Stoppable) => Promise<Undone>;
  /** Brings what the run changed, and nothing else, to the user. Uncommitted work is never overwritten or committed. */
  readonly apply: (runId: RunId, options: Stoppable & { readonly how: ApplyHow }) => Promise<Applied>;
  /** Removes all there is of a run. Work that was not applied is lost only with `force`. */
  readonly clean: (runId: RunId, options: Stoppable & { readonly force?: boolean | undefined }) => Promise<Cleaned>;
  readonly list: (options: Stoppable) => Promise<readonly RunWorkspace[]>;
  /**
   * A copy of the project as it is now, or, for `of` a folder of a run, as the run left it: for agents that may only look.
   * What happens in it stays in it.
   */
  readonly throwaway: (options: Stoppable & { readonly of?: string | undefined }) => Promise<Throwaway>;
  /** The state of the project, or of a copy of it. Cheap the second time. */
  readonly digest: (root: string, options: Stoppable) => Promise<WorkspaceDigest>;
}
