import type { Actor } from '../shared/envelope.js';
import type { ErrorInfo } from '../shared/errors.js';
import type { RunId } from '../shared/ids.js';
import type { ActivePlanStatus, Member, NewRoomEvent, RoomType } from './room-events.js';

/** What may be asked of a room. Ids and codenames come from outside: the core draws none. */
export type RoomCommand =
  | {
      readonly type: 'room.create';
      readonly roomType: RoomType;
      readonly name: string;
      readonly members?: readonly Member[];
      readonly owner?: string;
      readonly parent?: string;
    }
  | { readonly type: 'room.archive' }
  | { readonly type: 'room.restore' }
  | { readonly type: 'room.close'; readonly reason?: string }
  /** Without `member`, whoever asks. */
  | { readonly type: 'member.join'; readonly member?: Member }
  | { readonly type: 'member.leave'; readonly member?: Member }
  /** `echo`: a bridge repeats what was written elsewhere. */
  | { readonly type: 'message.post'; readonly text: string; readonly echo?: boolean }
  | {
      readonly type: 'plan.attach';
      readonly runId: RunId;
      readonly status: ActivePlanStatus;
      readonly sidekick?: string;
      /** Takes the place of a plan that was never started. */
      readonly replaceDraft?: boolean;
    }
  | { readonly type: 'plan.update'; readonly runId: RunId; readonly status: 'running' | 'paused' }
  | { readonly type: 'plan.settle'; readonly runId: RunId; readonly outcome: 'done' | 'failed' | 'cancelled' }
  | {
      readonly type: 'sidekick.spawn';
      readonly sidekick: string;
      readonly codename: string;
      readonly room: string;
      readonly agent: string;
      readonly task: string;
      readonly contextMode?: 'task_only' | 'full';
      /** The person whose slot it takes; whoever asks, or the room's owner when an agent does. */
      readonly owner?: string;
      readonly runId?: RunId;
      readonly step?: string;
      readonly maxTurns?: number;
      readonly maxActiveMs?: number;
      readonly budgetTokens?: number;
    }
  | SidekickCommand;

/** What may be asked of one sidekick, in the room it was spawned in. */
export type SidekickCommand = { readonly sidekick: string } & (
  | { readonly type: 'sidekick.start' }
  /** The next step of its plan: turns and time are counted from here. */
  | { readonly type: 'sidekick.begin-step'; readonly step: string }
  /** A turn is over. */
  | { readonly type: 'sidekick.turn' }
  | { readonly type: 'sidekick.spend'; readonly tokens: number }
  /** Nothing happened; time may be up. */
  | { readonly type: 'sidekick.check' }
  | { readonly type: 'sidekick.pause' }
  | { readonly type: 'sidekick.resume' }
  | { readonly type: 'sidekick.raise-budget'; readonly budgetTokens: number }
  | { readonly type: 'sidekick.complete'; readonly summary: string }
  | { readonly type: 'sidekick.cancel'; readonly reason?: string }
);

export type RoomCommandOf<Type extends RoomCommand['type']> = Extract<RoomCommand, { type: Type }>;

export type RoomContext = {
  readonly actor: Actor;
  /** ISO 8601, UTC; becomes the `at` of the events. */
  readonly at: string;
  /** How many active sidekicks the owner has in other rooms. */
  readonly sidekicksElsewhere?: number;
  readonly maxSidekicksPerUser?: number;
};

/** What a room's change means for a run; to be decided and stored together with the room's events. */
export type RoomRunCommand = {
  readonly runId: RunId;
  readonly command: 'cancel' | 'pause' | 'hold-archived' | 'message';
  readonly note?: string;
};

/** What it means for a sidekick's own room; to be decided there as `actor`, and stored together with the rest. */
export type RoomFollowUp = { readonly room: string; readonly command: RoomCommand; readonly actor: Actor };

export type RoomRefusalReason =
  | 'room-missing'
  | 'room-exists'
  | 'room-frozen'
  | 'room-full'
  | 'not-member'
  | 'read-only'
  | 'person-needed'
  | 'message-empty'
  | 'plan-missing'
  | 'plan-active'
  | 'plan-settled'
  | 'plan-elsewhere'
  | 'owner-missing'
  | 'sidekick-missing'
  | 'sidekick-exists'
  | 'sidekick-cap'
  | 'sidekick-ended'
  | 'sidekick-not-running'
  | 'sidekick-paused'
  | 'sidekick-foreign'
  | 'budget-spent'
  | 'budget-too-small';

/**
 * Events to store, with what follows elsewhere, or why not. No events at all means that it is so already. A refusal is
 * data and changes nothing; its `details.reason` is a `RoomRefusalReason`.
 */
export type RoomDecision =
  | {
      readonly ok: true;
      readonly events: readonly NewRoomEvent[];
      readonly runCommands: readonly RoomRunCommand[];
      readonly roomCommands: readonly RoomFollowUp[];
    }
  | RoomRefusal;

export type RoomRefusal = { readonly ok: false; readonly refusal: ErrorInfo };
