import type { Consulted, ConsultOrder, ErrorInfo, EvaluationOrder, Usage, Verdict } from '@planwright/core';
import type { WorkOptions } from './worker.js';

/** What the run makes of what an agent said: taken, or why not; `isOver` when it need not try again. */
export type Heard = { readonly ok: true } | { readonly ok: false; readonly reason: string; readonly isOver: boolean };

export type ConsultOptions = WorkOptions & {
  /** One call of the agent's workflow tools, decided by the run. `usage` is what it cost since the last. */
  readonly say: (said: Consulted, usage?: Usage) => Promise<Heard>;
  /** What looking at the project found, as agents are told it. */
  readonly exploration?: string | undefined;
  /** Settles when whatever changes from now on would be noticed. Before that nothing is carried out for the agent. */
  readonly watched?: Promise<void> | undefined;
};

/** `gaveUp`: why the agent ended without anything that was taken. */
export type Consultation = { readonly gaveUp?: ErrorInfo | undefined; readonly usage?: Usage | undefined };

/** An approved command that was run before the evaluation. */
export type VerifiedCommand = {
  readonly command: string;
  readonly passed: boolean;
  /** A sentence: `npm test` ended with exit code 1, and its last line. */
  readonly result: string;
  readonly output: string;
};

export type EvaluateOptions = WorkOptions & { readonly verified: readonly VerifiedCommand[] };

/** `verdict` null: none was reached, and `note` says why. */
export type Evaluation = {
  readonly verdict: Verdict | null;
  readonly note?: string | undefined;
  readonly usage?: Usage | undefined;
};

/** Agents that propose, vote and judge. They only look: no effect can come of asking them. */
export interface Council {
  /** It waits for `watched` by itself, as late as it can. Without this, it is asked only when that has settled. */
  readonly waitsToAct?: boolean | undefined;
  readonly consult: (order: ConsultOrder, options: ConsultOptions) => Promise<Consultation>;
  readonly evaluate: (order: EvaluationOrder, options: EvaluateOptions) => Promise<Evaluation>;
}
