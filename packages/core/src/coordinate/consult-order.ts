import type { Plan } from '../plan/plan.js';
import type { RunId } from '../shared/ids.js';
import type { CoordinationAgent, CoordinationSettings } from './coordination-settings.js';

/** A proposal as agents see it: by its author's alias, never by name. */
export type PaperEntry = {
  /** `agent1.2`: the second proposal of agent1. */
  readonly proposal: string;
  readonly hash: string;
  readonly isOwn: boolean;
  readonly plan?: Plan | undefined;
  readonly text?: string | undefined;
};

/** What happened in earlier attempts, for agents that plan only what is missing. */
export type RestartContext = {
  readonly attempt: number;
  readonly reason: string;
  readonly instructions: string;
  /** Steps that were carried out, with what came of them. */
  readonly done: readonly RestartStep[];
  readonly failed: readonly RestartStep[];
  readonly answer: string;
  /** What the run has changed so far, where somebody took it. */
  readonly diff?: string | undefined;
};

export type RestartStep = {
  readonly label: string;
  readonly title: string;
  readonly result: string;
  /** Files it changed. */
  readonly files?: readonly string[] | undefined;
};

/** What one agent is asked in one round. */
export type ConsultOrder = {
  /** The same for every look at this question, so that it is asked once. */
  readonly key: string;
  readonly runId: RunId;
  readonly task: string;
  readonly attempt: number;
  readonly round: number;
  readonly isLastRound: boolean;
  readonly agent: CoordinationAgent;
  readonly settings: CoordinationSettings;
  /** What may be voted for: all proposals as they were when the round began; empty in the first. */
  readonly paper: readonly PaperEntry[];
  readonly mayPropose: boolean;
  readonly mayVote: boolean;
  /** Steps of other proposals that ballots asked for; the winner's author takes them in or leaves them. */
  readonly graft?: readonly { readonly proposal: string; readonly step: string; readonly title: string }[] | undefined;
  /** What was wrong with what it said so far in this round. */
  readonly refusals: readonly string[];
  readonly restart?: RestartContext | undefined;
  /** What a person wants changed in its plan, which is the paper's only entry. */
  readonly feedback?: string | undefined;
};

/** What an agent says with its tools. */
export type Consulted =
  | { readonly type: 'new_answer'; /** A plan in any written form, or a text. */ readonly content: string }
  | { readonly type: 'vote'; readonly proposal: string; readonly reason: string; readonly wants?: readonly string[] }
  /** No tool, several at once, or arguments nobody can read: recorded, and counted as a try. */
  | { readonly type: 'unusable'; readonly code: UnusableCode; readonly reason: string };

export type UnusableCode = 'no-tool' | 'several-calls' | 'arguments';

/** What an evaluator judges. */
export type EvaluationOrder = {
  readonly key: string;
  readonly runId: RunId;
  readonly task: string;
  readonly attempt: number;
  /** Who judges: not the author where there is anybody else. */
  readonly evaluator: CoordinationAgent;
  readonly plan: Plan | null;
  readonly answer: string;
  readonly report: string;
  /** Approved commands that prove the plan's criteria; they are run first. */
  readonly verify: readonly string[];
};

/** `submit` ends the run; `restart` plans what is missing. */
export type Verdict =
  { readonly type: 'submit' } | { readonly type: 'restart'; readonly reason: string; readonly instructions: string };
