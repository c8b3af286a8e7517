import * as z from 'zod';

/** Who caused an event. Only a `person` may approve by hand, edit with approval, or wake a throttled plan. */
export const actorSchema = z.object({ kind: z.enum(['person', 'agent', 'policy', 'system']), name: z.string() });
export type Actor = z.infer<typeof actorSchema>;

/** An event before it is stored. */
export type NewEvent<Type extends string = string, Data = unknown> = {
  readonly type: Type;
  readonly v: number;
  readonly data: Data;
};

/** An event as stored: `seq` is gapless from 1 in its stream, `position` orders the whole store. */
export type StoredEvent<Type extends string = string, Data = unknown> = NewEvent<Type, Data> & {
  readonly stream: string;
  readonly seq: number;
  readonly position: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly actor: Actor;
  readonly commandId: string | null;
};
