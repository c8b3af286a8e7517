import type { Sink } from './output/output.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** `quiet`: nobody is there to be told anything. `exit`: where something else than an interruption ends it. */
export type Stop = { readonly why: string; readonly quiet: boolean; readonly exit?: number };
export type StopCallback = (stop: Stop) => Promise<void>;

/** What the program needs of the process around it; a test gives its own. */
export interface System {
  readonly argv: readonly string[];
  readonly env: Environment;
  readonly cwd: string;
  readonly version: string;
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly stdin: {
    readonly isTerminal: boolean;
    /** All of it, as text; no more is read once there is more than this. */
    readonly readAll: (mostBytes: number) => Promise<string>;
    /** One line that a person types after the question; undefined when they answer nothing any more (Ctrl-D). */
    readonly ask: (question: string) => Promise<string | undefined>;
  };
  /** Runs a program that takes the terminal over until it ends, and answers with its exit code; null when killed. */
  readonly runInteractive: (command: string, args: readonly string[]) => Promise<number | null>;
  /**
   * Calls back when the process is asked to stop (Ctrl-C, SIGTERM, SIGHUP); it ends with 130 when the callback has.
   * Asked a second time, it ends at once. Answers with a function that takes the callback away.
   */
  readonly onStop: (stop: StopCallback) => () => void;
  /** Rejects with what nobody caught. Never resolves. */
  readonly crash: Promise<never>;
  /** From the first time it was asked on: what is under way is being given up, and how that ends is no news. */
  readonly isStopping: () => boolean;
}
