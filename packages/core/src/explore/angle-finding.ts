import type { FileRole } from './exploration.js';

export type FoundFile = {
  /** Relative to the project, with `/`. */
  readonly path: string;
  /** 0 to 1. */
  readonly relevance: number;
  /** Why it is here. */
  readonly rationale: string;
  readonly role: FileRole;
  readonly symbols: readonly string[];
};

/** A question that somebody should answer before the plan is made. */
export type FoundQuestion = {
  readonly question: string;
  readonly context: string;
  readonly options: readonly string[];
  /** The place of the recommended option; undefined where nothing was recommended. */
  readonly recommended: number | undefined;
};

export type FoundCause = {
  readonly file: string;
  readonly issue: string;
  /** 0 to 1. */
  readonly confidence: number;
  readonly lines?: string | undefined;
};

/** What was found from one angle, whoever wrote it down and how: what planning works with. */
export type AngleFinding = {
  readonly angle: string;
  readonly structure: readonly string[];
  readonly files: readonly FoundFile[];
  readonly patterns: readonly string[];
  readonly dependencies: readonly string[];
  readonly integrationPoints: readonly string[];
  readonly constraints: readonly string[];
  readonly questions: readonly FoundQuestion[];
  /** Of a diagnosis only. */
  readonly cause: FoundCause | undefined;
  readonly reproduction: readonly string[];
  readonly fixHints: readonly string[];
};
