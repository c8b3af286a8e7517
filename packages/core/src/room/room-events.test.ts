import { describe, expect, it } from 'vitest';
import type { StoredEvent } from '../shared/envelope.js';
import { PlanwrightError } from '../shared/errors.js';
import { parseRoomEvent, roomEvent } from './room-events.js';

const stored = (given: Partial<StoredEvent>): StoredEvent => ({
  ...roomEvent('member.joined', { member: { kind: 'person', name: 'ana' } }),
  stream: 'room-1',
  seq: 1,
  position: 1,
  at: '2026-01-01T00:00:00.000Z',
  actor: { kind: 'person', name: 'ana' },
  commandId: null,
  ...given,
});

function codeOf(event: StoredEvent): string | undefined {
  try {
    parseRoomEvent(event);
    return undefined;
  } catch (thrown) {
    return PlanwrightError.is(thrown) ? thrown.code : 'not ours';
  }
}

describe('parseRoomEvent', () => {
  it('reads what roomEvent wrote', () => {
    expect(parseRoomEvent(stored({}))).toEqual(stored({}));
  });

  it('stops at a type or a version of a newer program', () => {
    expect(codeOf(stored({ type: 'room.painted' }))).toBe('store-newer');
    expect(codeOf(stored({ v: 2 }))).toBe('store-newer');
  });

  it('stops at data that cannot be what was stored', () => {
    expect(codeOf(stored({ data: { member: 'ana' } }))).toBe('store-damaged');
  });
});
