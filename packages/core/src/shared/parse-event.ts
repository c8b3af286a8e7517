import type { z } from 'zod';
import type { StoredEvent } from './envelope.js';
import { PlanwrightError } from './errors.js';

/** The schema of each event's data, by type. */
export type EventDefinitions = Readonly<Record<string, z.ZodType>>;

/**
 * Holds a stored event against its definition. Throws `store-newer` for a type or version this program does not know: an event
 * that is passed over would make the state a guess. Throws `store-damaged` for data that is not what its type says.
 */
export function parseEvent(stored: StoredEvent, definitions: EventDefinitions, version: number): StoredEvent {
  const where = `${stored.stream} event ${stored.seq}`;
  const definition = Object.hasOwn(definitions, stored.type) ? definitions[stored.type] : undefined;
  if (definition === undefined || stored.v > version) {
    const found = `"${stored.type}" version ${stored.v}`;
    throw new PlanwrightError('store-newer', `${where} is ${found}, which this version does not know`);
  }
  const parsed = definition.safeParse(stored.data);
  if (parsed.success) return { ...stored, data: parsed.data };
  const issue = parsed.error.issues[0];
  const what = `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`;
  throw new PlanwrightError('store-damaged', `${where} ("${stored.type}") cannot be read: ${what}`);
}
