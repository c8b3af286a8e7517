import type { PathRule } from './path-rules.js';
import type { ToolClass } from './tool-class.js';

/** What one call would do, as read from its arguments before anything is carried out. Adapters say it, core judges it. */
export type CallFacts = {
  readonly tool: string;
  /** Of this very call: for a shell, of the parsed command line. */
  readonly class: ToolClass;
  /** Paths it would write, relative to the workspace, links resolved; `outside` for those that are not in it. */
  readonly writes: readonly CallPath[];
  /** The command line, for tools that run one. */
  readonly command?: string | undefined;
  readonly host?: string | undefined;
  /** Why it has this class, where that is not plain from the tool. */
  readonly because?: string | undefined;
};

export type CallPath = { readonly path: string; readonly outside: boolean };

/** What the calls of a phase or step may do. */
export type ToolPolicy = {
  /** The most a call may do. Before approval: `reads`. */
  readonly class: ToolClass;
  /** Paths that may be written: files, folders (with a `/` at the end) or patterns; `any` for all of the workspace. */
  readonly files: 'any' | readonly string[];
  /** Command lines that were approved, to the letter. */
  readonly commands: readonly string[];
  /** What is never written, whatever `files` says. */
  readonly pathRules?: readonly PathRule[] | undefined;
  readonly hosts: 'any' | readonly string[];
  /** What happens to a call that the class allows and the lists do not. */
  readonly otherwise: 'ask' | 'refuse';
};

export type Verdict = { readonly verdict: 'allow' } | { readonly verdict: 'ask' | 'refuse'; readonly reason: string };
