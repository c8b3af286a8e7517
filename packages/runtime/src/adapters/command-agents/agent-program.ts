import type { Effort, ToolClass, Usage } from '@planwright/core';

/** How a conversation with the program begins. The id is ours to choose where the program lets one choose. */
export type SessionStart =
  | { readonly type: 'new'; readonly id: string }
  | { readonly type: 'resume'; readonly id: string }
  | { readonly type: 'fork'; readonly from: string; readonly id: string };

/** One call of an agent program. */
export type AgentCall = {
  /** The most it may do in its working folder. */
  readonly access: ToolClass;
  readonly start: SessionStart;
  /** As the program names it; its own choice without. */
  readonly model?: string | undefined;
  readonly effort?: Effort | undefined;
  /** Where it is to stop, for a program that can. */
  readonly mostCostUsd?: number | undefined;
  /** Whether it is behind a wall of ours, which keeps it to its folder whatever it does there. */
  readonly isConfined?: boolean;
};

/** What a program's output says. */
export type AgentOutput =
  | {
      readonly type: 'said';
      readonly text: string;
      readonly session?: string | undefined;
      readonly usage?: Usage | undefined;
    }
  /** It came to no answer. */
  | { readonly type: 'failed'; readonly problem: string; readonly status?: number | undefined };

/** All we know about one agent program: an entry of the table in `agent-programs.ts`. */
export type AgentProgram = {
  /** What it is called on the command line. */
  readonly binary: string;
  /** Behind the binary: print mode, JSON output, and no more than the call allows. The prompt comes by stdin. */
  readonly args: (call: AgentCall) => readonly string[];
  /** Variables of the user's that it needs: its keys and where its settings are. */
  readonly passedOn: readonly string[];
  /** Where it keeps its sign-in and its sessions: it can write there wherever it works. */
  readonly folders: readonly string[];
  /** Files of the same kind that stand by themselves. */
  readonly files?: readonly string[];
  /** The variable that moves its folder elsewhere. */
  readonly folderVariable?: string;
  /** Variables it is given by us. */
  readonly environment: (call: AgentCall) => Readonly<Record<string, string>>;
  /** What the JSON documents it printed say; undefined when they are not its own. */
  readonly read: (documents: readonly unknown[]) => AgentOutput | undefined;
  /** Whether the usage it tells is that of one call or of its whole session, earlier calls included. */
  readonly usageOf: 'call' | 'session';
  /** Where a session can be gone on with: many programs keep sessions by folder. */
  readonly resumes: 'anywhere' | 'in-its-folder';
  readonly canFork: boolean;
  /** How it complains that nobody is logged in. */
  readonly loggedOut: RegExp;
  /** How it complains that it does not have the session any more. */
  readonly lostSession: RegExp;
};
