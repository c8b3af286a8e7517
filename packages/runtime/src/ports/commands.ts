/** How a command ended. Only `exited` with code 0 is a success. */
export type CommandResult =
  | { readonly type: 'exited'; readonly code: number; readonly output: string; readonly durationMs: number }
  | { readonly type: 'stopped'; readonly reason: string; readonly output: string; readonly durationMs: number }
  | { readonly type: 'refused'; readonly reason: string };

export type RunCommandOptions = {
  /** Command lines a person approved, to the letter. */
  readonly approved: readonly string[];
  readonly signal: AbortSignal;
  /** Where it runs, when that is not the project itself: an absolute path. */
  readonly root?: string | undefined;
  /** The step and its try, for whoever keeps a record. */
  readonly step?: string | undefined;
  readonly onOutput?: ((text: string) => void) | undefined;
};

/** Runs commands that a person approved, and no other. */
export interface Commands {
  /** Rejects with the signal's reason once it is aborted, after the command and all it started are gone. */
  readonly run: (command: string, options: RunCommandOptions) => Promise<CommandResult>;
}
