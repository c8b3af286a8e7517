import { decideMember } from './decide-member.js';
import { decideMessage } from './decide-message.js';
import { decidePlanSlot } from './decide-plan-slot.js';
import { decideRoomLife } from './decide-room-life.js';
import { decideSidekick } from './decide-sidekick.js';
import { spawnSidekick } from './spawn-sidekick.js';
import type { RoomCommand, RoomContext, RoomDecision } from './room-commands.js';
import { guardRoom } from './room-guard.js';
import type { RoomState } from './room-state.js';

/**
 * What a command makes happen in a room, or why it cannot. Pure: the time, the ids and the count of a person's sidekicks
 * in other rooms come in. What it means for a run or a sidekick's own room comes back as data, so that the caller can
 * store all of it at once.
 */
export function decideRoom(state: RoomState, command: RoomCommand, context: RoomContext): RoomDecision {
  if (command.type === 'room.create') return decideRoomLife(state, command, context);
  const refusal = guardRoom(state, command, context);
  if (refusal) return refusal;
  switch (command.type) {
    case 'room.archive':
    case 'room.restore':
    case 'room.close':
      return decideRoomLife(state, command, context);
    case 'member.join':
    case 'member.leave':
      return decideMember(state, command, context);
    case 'message.post':
      return decideMessage(state, command, context);
    case 'plan.attach':
    case 'plan.update':
    case 'plan.settle':
      return decidePlanSlot(state, command);
    case 'sidekick.spawn':
      return spawnSidekick(state, command, context);
    case 'sidekick.start':
    case 'sidekick.begin-step':
    case 'sidekick.turn':
    case 'sidekick.spend':
    case 'sidekick.check':
    case 'sidekick.pause':
    case 'sidekick.resume':
    case 'sidekick.raise-budget':
    case 'sidekick.complete':
    case 'sidekick.cancel':
      return decideSidekick(state, command, context);
  }
}
