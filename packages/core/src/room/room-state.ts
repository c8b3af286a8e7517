import type { RunId } from '../shared/ids.js';
import type { ActivePlanStatus, Member, RoomType } from './room-events.js';
import { isActiveSidekick, type Sidekick } from './sidekick.js';

/** `none` before it is created; `archived` can be restored, `closed` is for good. */
export type RoomStatus = 'none' | 'open' | 'archived' | 'closed';

/** The plan in a room's one slot. How it stands in detail is in its run. */
export type RoomPlan = {
  readonly runId: RunId;
  readonly status: ActivePlanStatus;
  /** The sidekick whose room carries it out. The plan itself belongs to this room all the same. */
  readonly sidekick: string | null;
};

/** A room: the fold of its events. Messages are in the events. */
export type RoomState = {
  readonly id: string;
  readonly seq: number;
  readonly status: RoomStatus;
  readonly type: RoomType;
  readonly name: string;
  readonly owner: string | null;
  readonly parent: string | null;
  readonly members: readonly Member[];
  readonly messageCount: number;
  readonly plan: RoomPlan | null;
  /** The runs of all plans this room ever had, the active one too, oldest first. */
  readonly plans: readonly RunId[];
  readonly sidekicks: readonly Sidekick[];
  readonly createdAt: string;
  readonly updatedAt: string;
};

export function emptyRoom(id: string): RoomState {
  return {
    id,
    seq: 0,
    status: 'none',
    type: 'group',
    name: '',
    owner: null,
    parent: null,
    members: [],
    messageCount: 0,
    plan: null,
    plans: [],
    sidekicks: [],
    createdAt: '',
    updatedAt: '',
  };
}

export function hasMember(
  { members }: RoomState,
  { kind, name }: { readonly kind: string; readonly name: string },
): boolean {
  return members.some((member) => member.kind === kind && member.name === name);
}

export function activeSidekicks({ sidekicks }: RoomState): readonly Sidekick[] {
  return sidekicks.filter(isActiveSidekick);
}

/** A closed room stays readable, plans and sidekicks included. Only an incognito one leaves nothing behind. */
export function keepsHistory({ type, status }: Pick<RoomState, 'type' | 'status'>): boolean {
  return type !== 'incognito' || status !== 'closed';
}
