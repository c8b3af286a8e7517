import { describe, expect, it } from 'vitest';
import type { Actor } from '../shared/envelope.js';
import { runIdSchema } from '../shared/ids.js';
import { applyRoom } from './apply-room.js';
import { decideRoom } from './decide-room.js';
import type { RoomCommand, RoomContext, RoomDecision, RoomFollowUp } from './room-commands.js';
import type { RoomEvent } from './room-events.js';
import { roomLimits } from './room-limits.js';
import { emptyRoom, type RoomState } from './room-state.js';
import { type Sidekick, sidekickDeadline } from './sidekick.js';

const ana: Actor = { kind: 'person', name: 'ana' };
const coder: Actor = { kind: 'agent', name: 'coder' };
const system: Actor = { kind: 'system', name: 'planwright' };
const run = runIdSchema.parse('run-first');
const id = { sidekick: 'task-1' };

/** `second` counts from the start of the test. */
const clock = (second: number): string => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString();

/** A room and what followed, command by command. */
class Room {
  state: RoomState = emptyRoom('room-1');
  last: RoomDecision = { ok: true, events: [], runCommands: [], roomCommands: [] };

  do(command: RoomCommand, actor: Actor = system, context: Partial<RoomContext> & { second?: number } = {}): this {
    const at = clock(context.second ?? 0);
    this.last = decideRoom(this.state, command, { actor, at, ...context });
    for (const event of this.last.ok ? this.last.events : []) {
      const envelope = { stream: 'room-1', seq: this.state.seq + 1, position: 0, at, actor, commandId: null };
      this.state = applyRoom(this.state, JSON.parse(JSON.stringify({ ...event, ...envelope })) as RoomEvent);
    }
    return this;
  }

  get types(): readonly string[] {
    return this.last.ok ? this.last.events.map(({ type }) => type) : [];
  }

  get reason(): unknown {
    return this.last.ok ? undefined : this.last.refusal.details?.reason;
  }

  get followUps(): readonly RoomFollowUp[] {
    return this.last.ok ? this.last.roomCommands : [];
  }

  get sidekick(): Sidekick {
    return this.state.sidekicks[0]!;
  }
}

const aRoom = (): Room => new Room().do({ type: 'room.create', roomType: 'group', name: 'Work' }, ana);

const spawn = (number = 1, given: Partial<Extract<RoomCommand, { type: 'sidekick.spawn' }>> = {}): RoomCommand => ({
  type: 'sidekick.spawn',
  sidekick: `task-${number}`,
  codename: `brave-penguin-${number}`,
  room: `room-s${number}`,
  agent: 'coder',
  task: 'look into it',
  ...given,
});

const spawned = (given: Partial<Extract<RoomCommand, { type: 'sidekick.spawn' }>> = {}): Room =>
  aRoom().do(spawn(1, given), ana);

/** Started at second 0. */
const started = (given: Partial<Extract<RoomCommand, { type: 'sidekick.spawn' }>> = {}): Room =>
  spawned(given).do({ type: 'sidekick.start', ...id });

const turns = (room: Room, count: number): Room => {
  for (let turn = 0; turn < count; turn += 1) room.do({ type: 'sidekick.turn', ...id }, coder);
  return room;
};

const closesItsRoom = { room: 'room-s1', command: { type: 'room.close' }, actor: { kind: 'system' } };

describe('the edges of a sidekick', () => {
  it('K01: is spawned with a room of its own, for its owner and one agent', () => {
    const room = spawned();
    expect(room.sidekick).toMatchObject({
      status: 'spawning',
      codename: 'brave-penguin-1',
      owner: 'ana',
      contextMode: 'task_only',
      maxTurns: 25,
      maxActiveMs: 300_000,
    });
    expect(room.followUps).toEqual([
      {
        room: 'room-s1',
        actor: system,
        command: {
          type: 'room.create',
          roomType: 'sidekick',
          name: 'brave-penguin-1',
          owner: 'ana',
          parent: 'room-1',
          members: [
            { kind: 'person', name: 'ana' },
            { kind: 'agent', name: 'coder' },
          ],
        },
      },
    ]);
    const { command, actor } = room.followUps[0]!;
    expect(decideRoom(emptyRoom('room-s1'), command, { actor, at: clock(0) })).toMatchObject({ ok: true });
  });

  it('K01: is refused when its owner has three active ones, here and in other rooms together', () => {
    const room = aRoom().do(spawn(1), ana).do(spawn(2), ana).do(spawn(3), ana);
    expect(room.types).toEqual(['sidekick.spawned']);
    expect(room.do(spawn(4), ana).reason).toBe('sidekick-cap');
    expect(aRoom().do(spawn(1), ana, { sidekicksElsewhere: 3 }).last).toMatchObject({
      refusal: { code: 'command-refused', details: { reason: 'sidekick-cap', active: 3, limit: 3 } },
    });
    expect(aRoom().do(spawn(1), ana, { sidekicksElsewhere: 3, maxSidekicksPerUser: 4 }).last.ok).toBe(true);
  });

  it('K02: runs once it is started', () => {
    const room = started();
    expect(room.sidekick).toMatchObject({ status: 'running', paused: null, turns: 0, activeSince: clock(0) });
    expect(room.do({ type: 'sidekick.start', ...id }).last).toMatchObject({ ok: true, events: [] });
  });

  it('K03: completes with a summary; its room is closed and kept', () => {
    const room = started().do({ type: 'sidekick.complete', ...id, summary: 'found it' }, coder, { second: 9 });
    expect(room.sidekick).toMatchObject({
      status: 'completed',
      summary: 'found it',
      endedAt: clock(9),
      room: 'room-s1',
    });
    expect(room.sidekick).not.toHaveProperty('activeSince');
    expect(room.followUps).toMatchObject([closesItsRoom]);
    expect(room.do({ type: 'sidekick.complete', ...id, summary: 'again' }, coder).last).toMatchObject({ events: [] });
  });

  // Theirs completes by force with what it has. Running out of turns is no success: ours waits for a person.
  it('K04 yields: after 25 turns it pauses, and a person lets it go on with 25 more', () => {
    const room = turns(started(), 24);
    expect(room.sidekick).toMatchObject({ turns: 24, paused: null });
    expect(turns(room, 1).types).toEqual(['sidekick.turned', 'sidekick.paused']);
    expect(room.sidekick).toMatchObject({ status: 'running', paused: 'turns', turns: 25 });
    room.do({ type: 'sidekick.resume', ...id }, ana, { second: 60 });
    expect(room.sidekick).toMatchObject({ paused: null, turns: 0, activeMs: 0, activeSince: clock(60) });
  });

  // Theirs is terminated. Ours pauses, so that what it did so far is not lost.
  it('K05 yields: after five minutes of work it pauses, and a person gives it five more', () => {
    const room = started().do({ type: 'sidekick.check', ...id }, system, { second: 299 });
    expect(room.types).toEqual([]);
    room.do({ type: 'sidekick.check', ...id }, system, { second: 300 });
    expect(room.sidekick).toMatchObject({ status: 'running', paused: 'time', activeMs: 300_000, activeSince: null });
    expect(room.do({ type: 'sidekick.check', ...id }, system, { second: 900 }).types).toEqual([]);
    room.do({ type: 'sidekick.resume', ...id }, ana, { second: 900 });
    expect(room.sidekick).toMatchObject({ paused: null, activeMs: 0, activeSince: clock(900) });
  });

  it('K05 yields: a turn that ends after the time is counted, and pauses', () => {
    const room = started().do({ type: 'sidekick.turn', ...id }, coder, { second: 301 });
    expect(room.types).toEqual(['sidekick.turned', 'sidekick.paused']);
    expect(room.sidekick).toMatchObject({ paused: 'time', turns: 1 });
  });

  it.each(['spawning', 'running'])(
    'K06: is terminated when cancelled while %s, and its slot is free at once',
    (status) => {
      const room = status === 'spawning' ? spawned() : started();
      room.do(spawn(2), ana).do(spawn(3), ana).do(spawn(4), ana);
      expect(room.reason).toBe('sidekick-cap');
      room.do({ type: 'sidekick.cancel', ...id, reason: 'not needed' }, ana, { second: 5 });
      expect(room.sidekick).toMatchObject({ status: 'terminated', reason: 'not needed', endedAt: clock(5) });
      expect(room.followUps).toMatchObject([closesItsRoom]);
      expect(room.do(spawn(4), ana).types).toEqual(['sidekick.spawned']);
    },
  );

  it('K06: cancelling one that is over changes nothing', () => {
    const room = started().do({ type: 'sidekick.complete', ...id, summary: 'done' }, coder);
    expect(room.do({ type: 'sidekick.cancel', ...id }, ana).last).toMatchObject({
      ok: true,
      events: [],
      roomCommands: [],
    });
    expect(room.sidekick.status).toBe('completed');
  });

  it('K07: is warned once, at four fifths of its budget, and goes on', () => {
    const room = started({ budgetTokens: 1000 }).do({ type: 'sidekick.spend', ...id, tokens: 799 }, coder);
    expect(room.types).toEqual(['sidekick.spent']);
    expect(room.do({ type: 'sidekick.spend', ...id, tokens: 1 }, coder).types).toEqual([
      'sidekick.spent',
      'sidekick.budget-warned',
    ]);
    expect(room.do({ type: 'sidekick.spend', ...id, tokens: 1 }, coder).types).toEqual(['sidekick.spent']);
    expect(room.sidekick).toMatchObject({ status: 'running', paused: null, spentTokens: 801, isWarned: true });
  });

  // Theirs stops for good. A reached budget pauses, it does not kill.
  it('K08 yields: pauses when its budget is spent, and goes on only when the budget is raised', () => {
    const room = started({ budgetTokens: 1000 }).do({ type: 'sidekick.spend', ...id, tokens: 1200 }, coder, {
      second: 10,
    });
    expect(room.types).toEqual(['sidekick.spent', 'sidekick.budget-warned', 'sidekick.paused']);
    expect(room.sidekick).toMatchObject({ status: 'running', paused: 'budget' });
    expect(room.do({ type: 'sidekick.resume', ...id }, ana).reason).toBe('budget-spent');
    expect(room.do({ type: 'sidekick.raise-budget', ...id, budgetTokens: 1200 }, ana).reason).toBe('budget-too-small');
    room.do({ type: 'sidekick.raise-budget', ...id, budgetTokens: 2000 }, ana, { second: 50 });
    expect(room.types).toEqual(['sidekick.budget-raised', 'sidekick.resumed']);
    expect(room.sidekick).toMatchObject({ paused: null, budgetTokens: 2000, isWarned: false, activeMs: 10_000 });
  });

  it('has no budget unless one is given', () => {
    const room = started().do({ type: 'sidekick.spend', ...id, tokens: 10_000_000 }, coder);
    expect(room.types).toEqual(['sidekick.spent']);
  });
});

describe('the clock of a sidekick', () => {
  it('question 12: stands still while it is paused', () => {
    const room = started()
      .do({ type: 'sidekick.pause', ...id }, ana, { second: 200 })
      .do({ type: 'sidekick.check', ...id }, system, { second: 5_000 });
    expect(room.types).toEqual([]);
    room.do({ type: 'sidekick.resume', ...id }, ana, { second: 6_000 });
    expect(room.sidekick).toMatchObject({ paused: null, activeMs: 200_000, activeSince: clock(6_000) });
    expect(sidekickDeadline(room.sidekick)).toBe(clock(6_100));
    expect(room.do({ type: 'sidekick.check', ...id }, system, { second: 6_099 }).types).toEqual([]);
    expect(room.do({ type: 'sidekick.check', ...id }, system, { second: 6_100 }).types).toEqual(['sidekick.paused']);
    expect(sidekickDeadline(room.sidekick)).toBeNull();
  });

  it('question 12: turns and time are counted for each step anew', () => {
    const room = turns(started({ runId: run }), 20).do({ type: 'sidekick.begin-step', ...id, step: 'E2' }, coder, {
      second: 290,
    });
    expect(room.sidekick).toMatchObject({ step: 'E2', turns: 0, activeMs: 0, activeSince: clock(290) });
    expect(room.do({ type: 'sidekick.check', ...id }, system, { second: 500 }).types).toEqual([]);
  });

  it('question 12: running out pauses the plan it works for and never completes anything', () => {
    for (const room of [
      turns(started({ runId: run }), 25),
      started({ runId: run }).do({ type: 'sidekick.check', ...id }, system, { second: 400 }),
      started({ runId: run, budgetTokens: 1 }).do({ type: 'sidekick.spend', ...id, tokens: 1 }, coder),
    ]) {
      expect(room.sidekick.status).toBe('running');
      expect(room.last).toMatchObject({ runCommands: [{ runId: run, command: 'pause' }], roomCommands: [] });
    }
  });

  it('pauses once: a pause of what is paused and a resume of what runs change nothing', () => {
    const room = started();
    expect(room.do({ type: 'sidekick.resume', ...id }, ana).last).toMatchObject({ ok: true, events: [] });
    room.do({ type: 'sidekick.pause', ...id }, ana);
    expect(room.do({ type: 'sidekick.pause', ...id }, ana).last).toMatchObject({ ok: true, events: [] });
  });

  it('does not pause what a person paused before its last turn ended', () => {
    const room = turns(started(), 24).do({ type: 'sidekick.pause', ...id }, ana);
    expect(turns(room, 1).types).toEqual(['sidekick.turned']);
    expect(room.sidekick).toMatchObject({ paused: 'supervisor', turns: 25 });
  });

  it('is not resumed with a budget that is spent to the last token', () => {
    const room = started({ budgetTokens: 10 }).do({ type: 'sidekick.spend', ...id, tokens: 10 }, coder);
    expect(room.do({ type: 'sidekick.resume', ...id }, ana).reason).toBe('budget-spent');
  });

  it('is not turned back by a machine whose time is behind', () => {
    const room = started().do({ type: 'sidekick.pause', ...id }, ana, { second: -50 });
    expect(room.sidekick).toMatchObject({ activeMs: 0, activeSince: null });
  });

  it('is not lifted by the agent it binds', () => {
    const room = turns(started(), 25).do({ type: 'sidekick.resume', ...id }, coder);
    expect(room.reason).toBe('person-needed');
    expect(room.do({ type: 'sidekick.raise-budget', ...id, budgetTokens: 9 }, coder).reason).toBe('person-needed');
  });

  it('begins no step while it is paused, but counts the turn that was under way and takes its result', () => {
    const room = started().do({ type: 'sidekick.pause', ...id }, ana, { second: 5 });
    expect(room.do({ type: 'sidekick.begin-step', ...id, step: 'E2' }, coder).reason).toBe('sidekick-paused');
    expect(room.do({ type: 'sidekick.turn', ...id }, coder, { second: 6 }).types).toEqual(['sidekick.turned']);
    expect(room.do({ type: 'sidekick.complete', ...id, summary: 'late' }, coder).sidekick.status).toBe('completed');
  });
});

describe('sidekicks and their rooms', () => {
  it('question 13: a refused spawn stores nothing and works once a slot is free', () => {
    const room = aRoom().do(spawn(1), ana).do(spawn(2), ana).do(spawn(3), ana);
    const before = room.state;
    expect(room.do(spawn(4, { runId: run, step: 'E4' })).reason).toBe('sidekick-cap');
    expect(room.state).toBe(before);
    room.do({ type: 'sidekick.start', ...id }).do({ type: 'sidekick.complete', ...id, summary: 'done' });
    expect(room.do(spawn(4, { runId: run, step: 'E4' })).types).toEqual(['sidekick.spawned']);
  });

  it('counts for the person an agent works for, and each person has slots of their own', () => {
    const room = aRoom().do({ type: 'member.join', member: { kind: 'agent', name: 'coder' } }, ana);
    room.do(spawn(1), coder).do(spawn(2), coder).do(spawn(3), coder);
    expect(room.state.sidekicks.map(({ owner }) => owner)).toEqual(['ana', 'ana', 'ana']);
    expect(room.do(spawn(4), coder).reason).toBe('sidekick-cap');
    expect(room.do(spawn(4, { owner: 'bob' }), coder).types).toEqual(['sidekick.spawned']);
  });

  it('needs a person it works for', () => {
    const room = new Room().do({ type: 'room.create', roomType: 'group', name: 'x' }, system).do(spawn(1), system);
    expect(room.reason).toBe('owner-missing');
  });

  it('does not take an id, a room or a codename twice, but a codename again once it is free', () => {
    const room = spawned();
    expect(room.do(spawn(1, { codename: 'other', room: 'room-x' }), ana).reason).toBe('sidekick-exists');
    expect(room.do(spawn(2, { room: 'room-s1' }), ana).reason).toBe('sidekick-exists');
    expect(room.do(spawn(2, { codename: 'brave-penguin-1' }), ana).reason).toBe('sidekick-exists');
    room.do({ type: 'sidekick.cancel', ...id }, ana);
    expect(room.do(spawn(2, { codename: 'brave-penguin-1' }), ana).types).toEqual(['sidekick.spawned']);
  });

  it('is reported for by its own agent, which need not be a member of the parent room', () => {
    const room = started();
    expect(room.do({ type: 'sidekick.turn', ...id }, coder).types).toEqual(['sidekick.turned']);
    expect(room.do({ type: 'sidekick.turn', ...id }, { kind: 'agent', name: 'tester' }).reason).toBe('not-member');
    expect(room.do({ type: 'sidekick.complete', ...id, summary: 'I say so' }, ana).reason).toBe('sidekick-foreign');
    expect(room.do({ type: 'plan.attach', runId: run, status: 'draft', ...id }, coder).reason).toBe('not-member');
  });

  it('is reported for by its own agent, also when others have agents of theirs', () => {
    const room = started().do(spawn(2, { agent: 'tester' }), ana);
    expect(room.do({ type: 'sidekick.turn', ...id }, coder).types).toEqual(['sidekick.turned']);
  });

  it('is not reported for by another agent of the room, nor by a person of its name', () => {
    const room = started();
    for (const actor of [{ kind: 'agent', name: 'tester' } as const, { kind: 'person', name: 'coder' } as const]) {
      room.do({ type: 'member.join', member: actor }, ana);
      expect(room.do({ type: 'sidekick.complete', ...id, summary: 'x' }, actor).reason).toBe('sidekick-foreign');
    }
  });

  it('has to exist, to have started, and not to be over', () => {
    expect(aRoom().do({ type: 'sidekick.turn', ...id }).reason).toBe('sidekick-missing');
    expect(spawned().do({ type: 'sidekick.complete', ...id, summary: 'x' }).reason).toBe('sidekick-not-running');
    const over = spawned().do({ type: 'sidekick.cancel', ...id }, ana);
    expect(over.do({ type: 'sidekick.start', ...id }).reason).toBe('sidekick-ended');
    expect(over.do({ type: 'sidekick.complete', ...id, summary: 'x' }).reason).toBe('sidekick-ended');
  });

  it('is terminated with its room when the parent room is closed', () => {
    const room = started().do({ type: 'room.close' }, ana);
    expect(room.sidekick).toMatchObject({ status: 'terminated', reason: 'the room was closed' });
    expect(room.followUps).toMatchObject([closesItsRoom]);
    expect(room.do({ type: 'sidekick.cancel', ...id }, ana).last).toMatchObject({ ok: true, events: [] });
  });

  it('question 19: pauses when the parent room is archived, and stays paused when it is restored', () => {
    const room = started().do(spawn(2), ana).do({ type: 'room.archive' }, ana, { second: 10 });
    expect(room.sidekick).toMatchObject({ paused: 'room_archived', activeMs: 10_000 });
    expect(room.followUps.map((follow) => [follow.room, follow.command.type])).toEqual([
      ['room-s1', 'room.archive'],
      ['room-s2', 'room.archive'],
    ]);
    room.do({ type: 'sidekick.start', sidekick: 'task-2' });
    expect(room.state.sidekicks[1]).toMatchObject({ status: 'running', paused: 'room_archived' });
    expect(room.do({ type: 'sidekick.resume', ...id }, ana).reason).toBe('room-frozen');
    room.do({ type: 'room.restore' }, ana);
    expect(room.sidekick).toMatchObject({ paused: 'room_archived' });
    expect(room.do({ type: 'sidekick.resume', ...id }, ana).sidekick).toMatchObject({ paused: null });
  });

  it('question 19: one that a person paused before the archiving is still paused by that person', () => {
    const room = started()
      .do({ type: 'sidekick.pause', ...id }, ana)
      .do({ type: 'room.archive' }, ana);
    expect(room.types).toEqual(['room.archived']);
    expect(room.sidekick).toMatchObject({ paused: 'supervisor' });
  });

  it('ends with the plan it works for, not with another; one that is over does not end again', () => {
    const room = aRoom()
      .do(spawn(1, { runId: run }), ana)
      .do(spawn(2), ana)
      .do(spawn(3, { runId: run }), ana)
      .do({ type: 'sidekick.cancel', sidekick: 'task-3' }, ana)
      .do({ type: 'plan.attach', runId: run, status: 'running' }, ana)
      .do({ type: 'plan.settle', runId: run, outcome: 'failed' });
    expect(room.types).toEqual(['sidekick.terminated', 'plan.released']);
    expect(room.state.sidekicks.map(({ status }) => status)).toEqual(['terminated', 'spawning', 'terminated']);
    expect(room.followUps).toMatchObject([closesItsRoom]);
  });

  it('cannot carry a plan once it is over, whatever others there are', () => {
    const room = started()
      .do({ type: 'sidekick.cancel', ...id }, ana)
      .do(spawn(2), ana);
    expect(room.do({ type: 'plan.attach', runId: run, status: 'draft', ...id }, ana).reason).toBe('sidekick-missing');
  });

  it('question 16: carries a plan that belongs to the parent room, and ends with it when the plan is cancelled', () => {
    const attach: RoomCommand = { type: 'plan.attach', runId: run, status: 'running', sidekick: 'task-1' };
    expect(aRoom().do(attach, ana).reason).toBe('sidekick-missing');
    const room = started().do(attach, ana);
    expect(room.state.plan).toEqual({ runId: run, status: 'running', sidekick: 'task-1' });
    room.do({ type: 'plan.settle', runId: run, outcome: 'cancelled' });
    expect(room.sidekick).toMatchObject({ status: 'terminated', reason: 'its plan was cancelled' });
    expect(room.followUps).toMatchObject([closesItsRoom]);
  });

  it('outlives a plan that is done, to report what it found', () => {
    const room = started({ runId: run }).do({ type: 'plan.attach', runId: run, status: 'running' }, ana);
    room.do({ type: 'plan.settle', runId: run, outcome: 'done' });
    expect(room.sidekick.status).toBe('running');
  });

  it('has a room that follows it: people cannot close or archive that', () => {
    const room = new Room().do({ type: 'room.create', roomType: 'sidekick', name: 'x', parent: 'room-0' }, ana);
    expect(room.do({ type: 'room.close' }, ana).reason).toBe('read-only');
    expect(room.do({ type: 'room.archive' }, ana).reason).toBe('read-only');
    expect(room.do({ type: 'room.close' }, system).types).toEqual(['room.closed']);
  });

  it('keeps the limits of the documents', () => {
    expect(roomLimits).toEqual({
      sidekicksPerUser: 3,
      sidekickTurns: 25,
      sidekickActiveMs: 300_000,
      budgetWarning: 0.8,
    });
  });
});
