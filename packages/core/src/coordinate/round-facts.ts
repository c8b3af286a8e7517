import type { Choice, CoordinationData, PaperLine } from './coordination-events.js';
import type { CoordinationSettings } from './coordination-settings.js';
import type { Attempt, Round } from './coordination-state.js';

/** A round that is under way, and whether agents are still waited for. */
export type RoundFacts = {
  readonly settings: CoordinationSettings;
  readonly attempt: Attempt;
  readonly round: Round;
  readonly isLate: boolean;
};

/** What follows from what agents have said so far. */
export type RoundOutcome =
  | { readonly type: 'wait' }
  | { readonly type: 'retire'; readonly agent: string; readonly reason: string }
  | {
      readonly type: 'round';
      readonly round: number;
      readonly paper: readonly PaperLine[];
      readonly asked?: string | undefined;
    }
  | ({ readonly type: 'offer' } & Omit<CoordinationData<'graft.offered'>, 'attempt'>)
  | { readonly type: 'choose'; readonly choice: Choice }
  | ({ readonly type: 'fail' } & Omit<CoordinationData<'coordination.failed'>, 'attempt'>)
  /** A person wanted another plan and none came: the one there is stays. */
  | { readonly type: 'keep-plan'; readonly message: string };
