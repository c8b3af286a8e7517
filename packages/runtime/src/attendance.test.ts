import { PlanwrightError, type RunId } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import { createMemoryEventStore } from './adapters/memory-event-store.js';
import { createAttendance } from './attendance.js';
import { createFixedClock } from './testing/index.js';

const liveness = {
  describe: (id: string) => ({ id, machine: 'm', boot: 'b', pid: 1, pidStarted: '' }),
  isAlive: () => true,
};
const run = 'run-a' as RunId;

describe('a process whose first heartbeat cannot be stored', () => {
  it('attends to nothing, and is registered when it tries again', async () => {
    const memory = createMemoryEventStore();
    let isFull = true;
    const full = new PlanwrightError('store-unwritable', 'the disk is full');
    const heartbeat: typeof memory.heartbeat = (record) => (isFull ? Promise.reject(full) : memory.heartbeat(record));
    const ports = { store: { ...memory, heartbeat }, clock: createFixedClock(), liveness };
    const attendance = createAttendance({ ...ports, executorId: 'exec-a', heartbeatMs: 60_000 }, () => undefined);
    await expect(attendance.attend(run)).rejects.toBe(full);
    expect(attendance.isAttending(run)).toBe(false);
    isFull = false;
    await attendance.attend(run);
    expect(await memory.executors()).toMatchObject([{ id: 'exec-a', runs: ['run-a'] }]);
    await attendance.close();
    expect(await memory.executors()).toEqual([]);
  });
});

describe('a process that attends to several runs', () => {
  it('tells others of each before it does', async () => {
    const store = createMemoryEventStore();
    const ports = { store, clock: createFixedClock(), liveness };
    const attendance = createAttendance({ ...ports, executorId: 'exec-a', heartbeatMs: 60_000 }, () => undefined);
    await attendance.attend(run);
    const attended = attendance.attend('run-b' as RunId);
    expect(attendance.isAttending('run-b' as RunId)).toBe(false);
    await attended;
    expect(await store.executors()).toMatchObject([{ runs: ['run-a', 'run-b'] }]);
    await attendance.close();
  });
});
