import type { ErrorInfo } from '../shared/errors.js';
import type { SessionRef } from '../tools/session.js';
import type { Asked, FailureNext, Proof, StepWork, Usage } from './step-outcome.js';

/** One ended try that did not succeed, for the prompt of the next and for the supervisor. */
export type FailedTry = {
  readonly try: number;
  readonly error: ErrorInfo;
  readonly next?: FailureNext | undefined;
  /** Of a command that failed: the end of what it printed, where tools say why. */
  readonly printed?: string | undefined;
};

type Counters = {
  /** Every dispatch there ever was; never reset. */
  readonly tries: number;
  /** Tries of the current round, against the retry cap. An interruption costs none. */
  readonly attempts: number;
  readonly failures: readonly FailedTry[];
  readonly hint?: string | undefined;
  readonly usage?: Usage | undefined;
  /** What it waits to be allowed. */
  readonly asked?: Asked | undefined;
  /** What a person allowed it beyond its plan. */
  readonly grants?: readonly Asked[] | undefined;
};

export type SkipCause = 'person' | 'agent' | 'error-input' | 'dependency' | 'abort' | 'cancel';

/** One member per situation. `in_progress` has two: a try is working, or the next one is awaited. */
export type StepState =
  | (Counters & { readonly status: 'pending' })
  | (Counters & {
      readonly status: 'in_progress';
      readonly work: 'working';
      readonly executor: string;
      readonly startedAt: string;
    })
  | (Counters & {
      readonly status: 'in_progress';
      readonly work: 'between-tries';
      readonly due: boolean;
      readonly startedAt: string;
    })
  | (Counters & {
      readonly status: 'done';
      readonly answer: string;
      readonly transcript?: string | undefined;
      readonly proof: readonly Proof[];
      readonly model?: string | undefined;
      readonly session?: SessionRef | undefined;
      readonly changed?: StepWork | undefined;
      readonly startedAt: string;
      readonly endedAt: string;
    })
  | (Counters & {
      readonly status: 'failed';
      readonly error: ErrorInfo;
      readonly startedAt: string;
      readonly endedAt: string;
    })
  | (Counters & {
      readonly status: 'skipped';
      readonly reason: string;
      readonly cause: SkipCause;
      readonly endedAt: string;
    });

export type WorkingStep = Extract<StepState, { work: 'working' }>;

export const newStep: StepState = { status: 'pending', tries: 0, attempts: 0, failures: [] };

export function isTerminal(step: StepState): boolean {
  return step.status === 'done' || step.status === 'failed' || step.status === 'skipped';
}

export function isWorking(step: StepState): step is WorkingStep {
  return step.status === 'in_progress' && step.work === 'working';
}

/** What a later step would read here is an error: it failed, or was skipped because something before it failed. */
export function isErrorInput(step: StepState): boolean {
  if (step.status === 'failed') return true;
  return step.status === 'skipped' && (step.cause === 'error-input' || step.cause === 'dependency');
}

/** The counters alone, for moving a step from one status to another. Field by field: spreading costs more than all the rest. */
export function countersOf({ tries, attempts, failures, hint, usage, asked, grants }: StepState): Counters {
  return { tries, attempts, failures, hint, usage, asked, grants };
}
