import type { Actor } from '../shared/envelope.js';
import { type ErrorCode, errorInfo } from '../shared/errors.js';
import type {
  RoomCommand,
  RoomDecision,
  RoomFollowUp,
  RoomRefusal,
  RoomRefusalReason,
  RoomRunCommand,
} from './room-commands.js';
import type { NewRoomEvent } from './room-events.js';

export function happens(
  events: readonly NewRoomEvent[],
  follow: { readonly runCommands?: readonly RoomRunCommand[]; readonly roomCommands?: readonly RoomFollowUp[] } = {},
): RoomDecision {
  return { ok: true, events, runCommands: follow.runCommands ?? [], roomCommands: follow.roomCommands ?? [] };
}

/** It is so already: asking twice is not a mistake. */
export const nothingHappens: RoomDecision = happens([]);

export function refused(
  reason: RoomRefusalReason,
  message: string,
  options: { readonly code?: ErrorCode; readonly details?: Readonly<Record<string, unknown>> } = {},
): RoomRefusal {
  return { ok: false, refusal: errorInfo(options.code ?? 'command-refused', message, { reason, ...options.details }) };
}

const system: Actor = { kind: 'system', name: 'planwright' };

/** People cannot open or close a sidekick's room; it follows what happens to the sidekick. */
export function followUp(room: string, command: RoomCommand): RoomFollowUp {
  return { room, command, actor: system };
}
