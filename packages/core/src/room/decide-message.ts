import type { RoomCommandOf, RoomContext, RoomDecision } from './room-commands.js';
import { happens, refused } from './room-decision.js';
import { roomEvent } from './room-events.js';
import type { RoomState } from './room-state.js';

/**
 * Any member may write, except people in a sidekick's room. A person's message is told to the active plan, which refills
 * its throttle; it interrupts nothing. An agent's message and a bridge's echo are stored and told to nobody.
 */
export function decideMessage(
  state: RoomState,
  { text, echo = false }: RoomCommandOf<'message.post'>,
  { actor }: RoomContext,
): RoomDecision {
  if (text.trim() === '') return refused('message-empty', 'the message is empty');
  if (state.type === 'sidekick' && actor.kind === 'person') {
    const where = state.parent === null ? 'the room it was spawned in' : `room "${state.parent}"`;
    return refused('read-only', `people can read room "${state.id}" but not write in it; write in ${where}`);
  }
  const fromPerson = actor.kind === 'person' && !echo;
  const posted = roomEvent('message.posted', { text, from: { kind: actor.kind, name: actor.name }, fromPerson });
  if (!fromPerson || state.plan === null) return happens([posted]);
  return happens([posted], { runCommands: [{ runId: state.plan.runId, command: 'message' }] });
}
