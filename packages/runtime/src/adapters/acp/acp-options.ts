import type { Model } from '../../ports/model.js';
import type { Throwaway } from '../../ports/workspaces.js';
import type { AgentCap } from '../agent-conversation/capped-estimate.js';
import type { Environment } from '../command-environment.js';
import type { Sandbox } from '../sandbox/sandbox.js';

export type AcpAgentOptions = {
  /** As the person wrote it: `acp:gemini --acp`. */
  readonly name: string;
  readonly argv: readonly [string, ...string[]];
  /** Our own environment; the agent gets what a command gets, and the variables named in `passEnv`. */
  readonly env: Environment;
  /** Variables the agent cannot do without, such as its provider's key. Their values are kept out of messages. */
  readonly passEnv?: readonly string[];
  /** Where the agent is started, and where it works when a request names no workplace. */
  readonly root: string;
  /** Copies the workplace of an agent that may only read. */
  readonly throwaway: (root: string, options: { readonly signal: AbortSignal }) => Promise<Throwaway>;
  /** How long one reply may take in all. */
  readonly timeoutMs: number;
  /** How long the agent may take to say hello: it may have to be downloaded first. */
  readonly startTimeoutMs?: number;
  /** How long it may take to end a turn that was cancelled, before it is ended itself. */
  readonly graceMs?: number;
  readonly maxMessageBytes?: number;
  /** Around the agent, where there is one. It is started for each turn then, with the walls of that turn's place. */
  readonly sandbox?: Sandbox | undefined;
  /** What it may write beside its place in the sandbox, for its sign-in and its sessions: absolute, or `~/…`. */
  readonly folders?: readonly string[];
  /** The most one turn may take: what it reserves in a budget. */
  readonly cap?: AgentCap | undefined;
  /** The most it may send within one turn. */
  readonly maxTurnBytes?: number;
};

/** A model that keeps something running between replies. */
export type ClosableModel = Model & Required<Pick<Model, 'close'>>;

export const acpDefaults = {
  passEnv: [],
  folders: [],
  startTimeoutMs: 120_000,
  graceMs: 2000,
  maxMessageBytes: 16 * 1024 * 1024,
  maxTurnBytes: 32 * 1024 * 1024,
} as const satisfies Partial<AcpAgentOptions>;
