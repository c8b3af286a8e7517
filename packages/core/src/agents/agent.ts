import type { AgentSummary, Effort } from '../tools/agents.js';

/** What can be set about an agent, by its built-in entry, a file or the environment. */
export type AgentSettings = Omit<AgentSummary, 'name' | 'runsQuoted'> & {
  /** How it works, what a good answer is, what it never does. */
  readonly instructions: string;
  /** Names of tools, or patterns such as `mcp__github__*`. */
  readonly tools: readonly string[];
  /** Absent: the model of the run. */
  readonly model?: string | undefined;
  readonly effort?: Effort | undefined;
  /** The most turns of model and tools in a step. */
  readonly turns: number;
  /** Its answers are criticised and rewritten before they count. */
  readonly refine: boolean;
  /** Its answers are held against independent answers to questions about them. */
  readonly verify: boolean;
};

export type AgentSetting = keyof AgentSettings;

export type AgentOrigin = {
  readonly source: 'default' | 'built-in' | 'file' | 'environment';
  /** `path:line` or the variable's name; `default` and `built in` for what nobody set. */
  readonly where: string;
};

/** A kind of worker a step asks for by name, with where each of its settings came from. */
export type Agent = AgentSummary & AgentSettings & { readonly origins: Readonly<Record<AgentSetting, AgentOrigin>> };

/** What one source says about an agent; what it does not say is left to the sources below it. */
export type AgentLayer = {
  readonly name: string;
  readonly settings: Partial<AgentSettings>;
  readonly origins: Readonly<Partial<Record<AgentSetting, AgentOrigin>>>;
};

/** An `error` stops the program before a model is called; a `warning` is shown. The message says where. */
export type AgentProblem = { readonly severity: 'error' | 'warning'; readonly message: string };
