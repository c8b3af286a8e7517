import { describe, expect, it } from 'vitest';
import type { Actor } from '../shared/envelope.js';
import { runIdSchema } from '../shared/ids.js';
import { addressedPlan } from './addressed-plan.js';
import { applyRoom } from './apply-room.js';
import { decideRoom } from './decide-room.js';
import type { RoomCommand, RoomDecision } from './room-commands.js';
import type { RoomEvent } from './room-events.js';
import { emptyRoom, keepsHistory, type RoomState } from './room-state.js';

const ana: Actor = { kind: 'person', name: 'ana' };
const bob: Actor = { kind: 'person', name: 'bob' };
const coder: Actor = { kind: 'agent', name: 'coder' };
const system: Actor = { kind: 'system', name: 'planwright' };
const at = '2026-01-01T10:00:00.000Z';
const first = runIdSchema.parse('run-first');
const second = runIdSchema.parse('run-second');

const decide = (state: RoomState, command: RoomCommand, actor: Actor = ana): RoomDecision =>
  decideRoom(state, command, { actor, at });

/** The room after the command, or a failed test when it was refused. */
function after(state: RoomState, command: RoomCommand, actor: Actor = ana): RoomState {
  const decision = decide(state, command, actor);
  if (!decision.ok) throw new Error(decision.refusal.message);
  return decision.events.reduce<RoomState>((room, event) => {
    const stored = {
      ...event,
      stream: room.id,
      seq: room.seq + 1,
      position: 0,
      at,
      actor,
      commandId: null,
    } as RoomEvent;
    // As it would come back from a store.
    return applyRoom(JSON.parse(JSON.stringify(room)) as RoomState, JSON.parse(JSON.stringify(stored)) as RoomEvent);
  }, state);
}

const aRoom = (given: Partial<Extract<RoomCommand, { type: 'room.create' }>> = {}): RoomState =>
  after(emptyRoom('room-1'), {
    type: 'room.create',
    roomType: 'group',
    name: 'Work',
    members: [{ kind: 'agent', name: 'coder' }],
    ...given,
  });

const withPlan = (status: 'draft' | 'running' | 'paused'): RoomState =>
  after(aRoom(), { type: 'plan.attach', runId: first, status });

const reasonOf = (decision: { readonly ok: boolean }): unknown =>
  'refusal' in decision ? (decision as Extract<RoomDecision, { ok: false }>).refusal.details?.reason : undefined;

const typesOf = (decision: RoomDecision): readonly string[] =>
  decision.ok ? decision.events.map(({ type }) => type) : [];

describe('a room', () => {
  it('that the system creates has only the members it names, and no owner', () => {
    const create = { type: 'room.create', roomType: 'group', name: 'Work' } as const;
    const members = [{ kind: 'person', name: 'ana' }] as const;
    expect(after(emptyRoom('room-1'), { ...create, members }, system)).toMatchObject({ owner: null, members });
  });

  it('is open from its creation, with whoever created it as member and owner', () => {
    expect(aRoom()).toMatchObject({
      status: 'open',
      type: 'group',
      owner: 'ana',
      members: [
        { kind: 'person', name: 'ana' },
        { kind: 'agent', name: 'coder' },
      ],
      createdAt: at,
    });
  });

  it('is created once', () => {
    expect(reasonOf(decide(aRoom(), { type: 'room.create', roomType: 'dm', name: 'x' }))).toBe('room-exists');
  });

  it('is not found before it is created', () => {
    const decision = decide(emptyRoom('room-9'), { type: 'room.close' });
    expect(decision).toMatchObject({
      ok: false,
      refusal: { code: 'room-not-found', details: { reason: 'room-missing' } },
    });
  });

  it('lets people in and out', () => {
    const joined = after(aRoom(), { type: 'member.join' }, bob);
    expect(joined.members).toContainEqual({ kind: 'person', name: 'bob' });
    expect(after(joined, { type: 'member.leave' }, bob).members).toEqual(aRoom().members);
    expect(decide(joined, { type: 'member.join' }, bob)).toMatchObject({ ok: true, events: [] });
  });

  it('lets a member bring an agent in, and nobody else', () => {
    const command: RoomCommand = { type: 'member.join', member: { kind: 'agent', name: 'tester' } };
    expect(after(aRoom(), command).members).toContainEqual({ kind: 'agent', name: 'tester' });
    expect(reasonOf(decide(aRoom(), command, bob))).toBe('person-needed');
    expect(reasonOf(decide(aRoom(), command, coder))).toBe('person-needed');
  });

  it('of type dm holds two', () => {
    const dm = aRoom({ roomType: 'dm' });
    expect(reasonOf(decide(dm, { type: 'member.join' }, bob))).toBe('room-full');
    const three: RoomCommand = {
      type: 'room.create',
      roomType: 'dm',
      name: 'x',
      members: [
        { kind: 'person', name: 'bob' },
        { kind: 'agent', name: 'coder' },
      ],
    };
    expect(reasonOf(decide(emptyRoom('room-2'), three))).toBe('room-full');
  });

  it('is archived, restored and closed; asking again changes nothing', () => {
    const archived = after(aRoom(), { type: 'room.archive' });
    expect(archived.status).toBe('archived');
    expect(decide(archived, { type: 'room.archive' })).toMatchObject({ ok: true, events: [] });
    const restored = after(archived, { type: 'room.restore' });
    expect(restored.status).toBe('open');
    expect(decide(restored, { type: 'room.restore' })).toMatchObject({ ok: true, events: [] });
    const closed = after(restored, { type: 'room.close' });
    expect(closed.status).toBe('closed');
    expect(decide(closed, { type: 'room.close' })).toMatchObject({ ok: true, events: [] });
  });

  it('stays closed', () => {
    const closed = after(aRoom(), { type: 'room.close' });
    expect(reasonOf(decide(closed, { type: 'room.restore' }))).toBe('room-frozen');
  });

  it('is not closed or archived by an agent', () => {
    expect(reasonOf(decide(aRoom(), { type: 'room.close' }, coder))).toBe('person-needed');
    expect(reasonOf(decide(aRoom(), { type: 'room.archive' }, coder))).toBe('person-needed');
  });
});

describe('a message', () => {
  const say: RoomCommand = { type: 'message.post', text: 'go on' };

  it('may be written by every member, and says whether a person wrote it', () => {
    for (const [actor, fromPerson] of [
      [ana, true],
      [coder, false],
    ] as const) {
      const decision = decide(aRoom(), say, actor);
      expect(decision).toMatchObject({
        ok: true,
        events: [{ type: 'message.posted', data: { text: 'go on', fromPerson } }],
      });
    }
    expect(after(aRoom(), say).messageCount).toBe(1);
  });

  it('is not stored when it is empty', () => {
    expect(reasonOf(decide(aRoom(), { type: 'message.post', text: ' \n' }))).toBe('message-empty');
  });

  it('is not written by people in a sidekick room, which its agent may write in', () => {
    const room = aRoom({ roomType: 'sidekick', parent: 'room-0' });
    expect(reasonOf(decide(room, say, ana))).toBe('read-only');
    expect(typesOf(decide(room, say, coder))).toEqual(['message.posted']);
  });

  it('question 5: tells the plan and interrupts nothing', () => {
    expect(decide(withPlan('running'), say)).toMatchObject({ runCommands: [{ runId: first, command: 'message' }] });
  });

  it('question 16: in the parent room counts for a plan that its sidekick carries out', () => {
    const plan = { runId: first, status: 'running', sidekick: 'task-1' } as const;
    expect(decide({ ...aRoom(), plan }, say)).toMatchObject({ runCommands: [{ runId: first, command: 'message' }] });
  });

  it('question 20: counts when any person who is a member wrote it, never an agent and never the echo of a bridge', () => {
    const room = after(withPlan('paused'), { type: 'member.join' }, bob);
    const told = { ok: true, runCommands: [{ runId: first, command: 'message' }] };
    expect(decide(room, say, ana)).toMatchObject(told);
    expect(decide(room, say, bob)).toMatchObject(told);
    expect(decide(room, say, coder)).toMatchObject({ ok: true, runCommands: [] });
    expect(decide(room, { ...say, echo: true }, ana)).toMatchObject({
      ok: true,
      events: [{ data: { fromPerson: false } }],
      runCommands: [],
    });
    expect(decide(room, say, system)).toMatchObject({ ok: true, runCommands: [] });
  });
});

describe('the plan of a room', () => {
  it.each(['draft', 'running', 'paused'] as const)(
    'R05: is one at a time: a second is refused while one is %s',
    (status) => {
      const decision = decide(withPlan(status), { type: 'plan.attach', runId: second, status: 'draft' });
      expect(decision).toMatchObject({
        ok: false,
        refusal: {
          code: 'command-refused',
          message: expect.stringContaining(
            status === 'draft' ? 'replace the draft' : 'wait until it is over',
          ) as unknown,
          details: { reason: 'plan-active', runId: first, status },
        },
      });
    },
  );

  it('may be attached again without any effect', () => {
    expect(decide(withPlan('draft'), { type: 'plan.attach', runId: first, status: 'draft' })).toMatchObject({
      events: [],
    });
  });

  it('follows its run', () => {
    expect(after(withPlan('draft'), { type: 'plan.update', runId: first, status: 'running' }, system).plan).toEqual({
      runId: first,
      status: 'running',
      sidekick: null,
    });
    expect(reasonOf(decide(aRoom(), { type: 'plan.update', runId: first, status: 'running' }, system))).toBe(
      'plan-missing',
    );
  });

  it.each(['done', 'failed', 'cancelled'] as const)(
    'frees the place when it is %s, and stays in the history',
    (outcome) => {
      const settled = after(withPlan('running'), { type: 'plan.settle', runId: first, outcome }, system);
      expect(settled).toMatchObject({ plan: null, plans: [first] });
      const next = after(settled, { type: 'plan.attach', runId: second, status: 'draft' });
      expect(next).toMatchObject({ plan: { runId: second }, plans: [first, second] });
    },
  );

  it('is settled once, and a run that is over does not come back', () => {
    const settled = after(withPlan('running'), { type: 'plan.settle', runId: first, outcome: 'done' }, system);
    expect(decide(settled, { type: 'plan.settle', runId: first, outcome: 'done' }, system)).toMatchObject({
      events: [],
    });
    expect(reasonOf(decide(settled, { type: 'plan.attach', runId: first, status: 'running' }))).toBe('plan-settled');
    expect(reasonOf(decide(settled, { type: 'plan.settle', runId: second, outcome: 'done' }, system))).toBe(
      'plan-missing',
    );
  });

  it('question 17: may take the place of a draft when asked to, which cancels the draft; of nothing else', () => {
    const replace: RoomCommand = { type: 'plan.attach', runId: second, status: 'draft', replaceDraft: true };
    const decision = decide(withPlan('draft'), replace);
    expect(typesOf(decision)).toEqual(['plan.released', 'plan.attached']);
    expect(decision).toMatchObject({ runCommands: [{ runId: first, command: 'cancel' }] });
    expect(after(withPlan('draft'), replace)).toMatchObject({ plan: { runId: second }, plans: [first, second] });
    expect(reasonOf(decide(withPlan('running'), replace))).toBe('plan-active');
    expect(reasonOf(decide(withPlan('paused'), replace))).toBe('plan-active');
  });

  it('question 16: belongs to the parent room, never to a sidekick room', () => {
    const room = aRoom({ roomType: 'sidekick', parent: 'room-0' });
    expect(reasonOf(decide(room, { type: 'plan.attach', runId: first, status: 'draft' }, coder))).toBe(
      'plan-elsewhere',
    );
  });
});

describe('closing and archiving', () => {
  it.each(['draft', 'running', 'paused'] as const)(
    'P14: closing a room cancels its %s plan and keeps that it was there',
    (status) => {
      const decision = decide(withPlan(status), { type: 'room.close' });
      expect(decision).toMatchObject({
        runCommands: [{ runId: first, command: 'cancel', note: 'the room was closed' }],
      });
      const closed = after(withPlan(status), { type: 'room.close' });
      expect(closed).toMatchObject({ status: 'closed', plan: null, plans: [first] });
    },
  );

  it.each(['running', 'paused'] as const)(
    'P22, question 19: archiving holds a %s plan, restoring leaves it paused',
    (status) => {
      const room = withPlan(status);
      expect(decide(room, { type: 'room.archive' })).toMatchObject({
        runCommands: [{ runId: first, command: 'hold-archived' }],
      });
      const archived = after(room, { type: 'room.archive' });
      expect(archived.plan?.status).toBe('paused');
      expect(decide(archived, { type: 'room.restore' })).toMatchObject({ ok: true, runCommands: [] });
      expect(after(archived, { type: 'room.restore' }).plan?.status).toBe('paused');
    },
  );

  it('P22: archiving leaves a draft a draft', () => {
    expect(decide(withPlan('draft'), { type: 'room.archive' })).toMatchObject({ ok: true, runCommands: [] });
    expect(after(withPlan('draft'), { type: 'room.archive' }).plan?.status).toBe('draft');
  });

  it('question 19: the history of a closed room is kept, except of an incognito one', () => {
    const closed = (roomType: 'group' | 'incognito'): RoomState => after(aRoom({ roomType }), { type: 'room.close' });
    expect(keepsHistory(closed('group'))).toBe(true);
    expect(keepsHistory(closed('incognito'))).toBe(false);
    expect(keepsHistory(aRoom({ roomType: 'incognito' }))).toBe(true);
  });

  it('a plan that ends while its room is frozen is still settled', () => {
    const archived = after(withPlan('running'), { type: 'room.archive' });
    expect(after(archived, { type: 'plan.settle', runId: first, outcome: 'failed' }, system).plan).toBeNull();
  });
});

describe('who is refused', () => {
  it.each([
    { type: 'message.post', text: 'hi' },
    { type: 'plan.attach', runId: first, status: 'draft' },
    { type: 'room.close' },
    { type: 'room.archive' },
    { type: 'member.leave' },
  ] as const satisfies readonly RoomCommand[])('R07: nobody but members may ask for $type', (command) => {
    expect(decide(aRoom(), command, bob)).toMatchObject({
      ok: false,
      refusal: { code: 'command-refused', details: { reason: 'not-member' } },
    });
  });

  it.each(['room.archive', 'room.close'] as const)('R08: after %s a room takes no message, plan or member', (type) => {
    const frozen = after(aRoom(), { type });
    const commands: readonly RoomCommand[] = [
      { type: 'message.post', text: 'hi' },
      { type: 'plan.attach', runId: first, status: 'draft' },
      { type: 'member.join', member: { kind: 'agent', name: 'tester' } },
    ];
    for (const command of commands) expect(reasonOf(decide(frozen, command))).toBe('room-frozen');
    expect(decide(frozen, commands[0]!)).toMatchObject({
      refusal: { message: expect.stringContaining(type === 'room.archive' ? 'restore it' : 'for good') as unknown },
    });
    expect(reasonOf(addressedPlan(frozen, { actor: ana }))).toBe('room-frozen');
  });

  it('R03: a plan command to a room that never had a plan finds none', () => {
    expect(addressedPlan(aRoom(), { actor: ana })).toMatchObject({
      ok: false,
      refusal: { code: 'run-not-found', details: { reason: 'plan-missing' } },
    });
    expect(reasonOf(addressedPlan(aRoom(), { actor: bob }))).toBe('not-member');
    expect(reasonOf(addressedPlan(emptyRoom('room-9'), { actor: ana }))).toBe('room-missing');
  });

  it('a plan command to a room means its active plan, else the latest', () => {
    const room = withPlan('running');
    expect(addressedPlan(room, { actor: ana })).toEqual({ ok: true, runId: first, isActive: true });
    const settled = after(room, { type: 'plan.settle', runId: first, outcome: 'cancelled' }, system);
    expect(addressedPlan(settled, { actor: ana })).toEqual({ ok: true, runId: first, isActive: false });
  });
});
