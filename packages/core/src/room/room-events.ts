import * as z from 'zod';
import type { NewEvent, StoredEvent } from '../shared/envelope.js';
import { parseEvent } from '../shared/parse-event.js';
import { runIdSchema } from '../shared/ids.js';

export const roomTypeSchema = z.enum(['group', 'dm', 'incognito', 'sidekick']);
export type RoomType = z.infer<typeof roomTypeSchema>;

export const memberSchema = z.object({ kind: z.enum(['person', 'agent']), name: z.string() });
export type Member = z.infer<typeof memberSchema>;

/** The states of a plan that fill a room's one slot. */
export const activePlanStatusSchema = z.enum(['draft', 'running', 'paused']);
export type ActivePlanStatus = z.infer<typeof activePlanStatusSchema>;

export const sidekickPauseSchema = z.enum(['turns', 'time', 'budget', 'supervisor', 'room_archived']);
export type SidekickPause = z.infer<typeof sidekickPauseSchema>;

const sidekick = z.string();
const tokens = z.number().int().nonnegative();

/** Everything that can have happened in a room, once, with its version. A stored meaning never changes: it gets a new version. */
export const roomEvents = {
  'room.created': z.object({
    type: roomTypeSchema,
    name: z.string(),
    /** The person it belongs to, and whose sidekicks an agent's count as. */
    owner: z.string().nullable(),
    /** The room a sidekick was spawned in. */
    parent: z.string().nullable(),
    members: z.array(memberSchema),
  }),
  'room.archived': z.object({}),
  'room.restored': z.object({}),
  'room.closed': z.object({ reason: z.string().nullable() }),
  'member.joined': z.object({ member: memberSchema }),
  'member.left': z.object({ member: memberSchema }),
  'message.posted': z.object({
    text: z.string(),
    from: z.object({ kind: z.string(), name: z.string() }),
    /** A person wrote it here: only then does it reset a plan's throttle. False for agents and for echoes of a bridge. */
    fromPerson: z.boolean(),
  }),
  'plan.attached': z.object({ runId: runIdSchema, status: activePlanStatusSchema, sidekick: sidekick.nullable() }),
  'plan.changed': z.object({ runId: runIdSchema, status: activePlanStatusSchema }),
  'plan.released': z.object({
    runId: runIdSchema,
    cause: z.enum(['done', 'failed', 'cancelled', 'replaced', 'room-closed']),
  }),
  'sidekick.spawned': z.object({
    sidekick,
    codename: z.string(),
    room: z.string(),
    owner: z.string(),
    agent: z.string(),
    task: z.string(),
    contextMode: z.enum(['task_only', 'full']),
    /** The plan it works for, and the step where it does one only. */
    runId: runIdSchema.nullable(),
    step: z.string().nullable(),
    maxTurns: z.number().int().positive(),
    maxActiveMs: z.number().int().positive(),
    budgetTokens: tokens.nullable(),
  }),
  'sidekick.started': z.object({ sidekick }),
  'sidekick.step-began': z.object({ sidekick, step: z.string() }),
  'sidekick.turned': z.object({ sidekick }),
  'sidekick.spent': z.object({ sidekick, tokens }),
  'sidekick.budget-warned': z.object({ sidekick, spentTokens: tokens, budgetTokens: tokens }),
  'sidekick.budget-raised': z.object({ sidekick, budgetTokens: tokens }),
  'sidekick.paused': z.object({ sidekick, reason: sidekickPauseSchema }),
  /** `fresh`: turns and time start again from nothing. */
  'sidekick.resumed': z.object({ sidekick, fresh: z.boolean() }),
  'sidekick.completed': z.object({ sidekick, summary: z.string() }),
  'sidekick.terminated': z.object({ sidekick, reason: z.string() }),
} as const;

export type RoomEventType = keyof typeof roomEvents;
export type RoomEventData<Type extends RoomEventType> = z.infer<(typeof roomEvents)[Type]>;
export type NewRoomEvent = { [Type in RoomEventType]: NewEvent<Type, RoomEventData<Type>> }[RoomEventType];
export type RoomEvent = { [Type in RoomEventType]: StoredEvent<Type, RoomEventData<Type>> }[RoomEventType];

export const roomEventVersion = 1;

export function roomEvent<Type extends RoomEventType>(type: Type, data: RoomEventData<Type>): NewRoomEvent {
  // TypeScript cannot see that one member of the union fits a generic `Type`.
  return { type, v: roomEventVersion, data } as NewRoomEvent;
}

/** Reads a stored event; throws `store-newer` for what this program does not know, `store-damaged` for bad data. */
export function parseRoomEvent(stored: StoredEvent): RoomEvent {
  // Its data has been held against the definition of its type.
  return parseEvent(stored, roomEvents, roomEventVersion) as RoomEvent;
}
