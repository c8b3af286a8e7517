import type { Budget } from '../../execute/budget.js';
import type { Effort } from '../../tools/agents.js';
import type { McpServer } from '../../tools/mcp-servers.js';

/** How agents coordinate, as a configuration file says. */
export type CoordinationConfig = {
  readonly agents: readonly ConfiguredAgent[];
  /** Whether proposals are plans; `off`: they may be text. */
  readonly planning: 'always' | 'auto' | 'off';
  readonly planningInstruction?: string;
  /** How often an evaluator may ask for another attempt. */
  readonly restarts: number;
  readonly votingSensitivity: Level;
  /** Per agent; null: no limit of its own. */
  readonly maxAnswers: number | null;
  readonly novelty: Level;
  readonly skipRounds: boolean;
  readonly debugFinalAnswer?: string;
  /** Ballots that make a winner; null: what the agents left make of it. */
  readonly quorum: number | null;
  readonly rounds: number | null;
  readonly selfVotes: boolean;
  readonly graft: boolean;
  /** Null: none, and the file says so. */
  readonly budget?: Budget | null;
  readonly timeoutMs: number;
  readonly contextPaths: readonly ContextPath[];
  readonly snapshotStorage?: string;
  readonly temporaryWorkspace?: string;
  readonly ui: { readonly display: 'rich_terminal' | 'simple'; readonly logging: boolean };
};

export type Level = 'lenient' | 'balanced' | 'strict';

/** One of those who propose and vote. */
export type ConfiguredAgent = {
  readonly id: string;
  /** The backend's type as written. */
  readonly backend: string;
  /** As `parseModelChain` reads it; always one model. */
  readonly model: string;
  readonly systemMessage?: string;
  readonly cwd?: string;
  readonly mcpServers: readonly McpServer[];
  /** Its own and those of all; where both name a path, what is said for all counts. */
  readonly contextPaths: readonly ContextPath[];
  readonly effort?: Effort;
};

/** A folder or file that agents may look at, or with `write` change when their plan is carried out. */
export type ContextPath = {
  readonly path: string;
  readonly permission: 'read' | 'write';
  /** Below it, and never changed. */
  readonly protectedPaths: readonly string[];
};

/** As MassGen has it. */
export const defaultTimeoutMs = 1_800_000;
