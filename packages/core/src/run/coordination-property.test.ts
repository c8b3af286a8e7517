import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Consulted } from '../coordinate/consult-order.js';
import type { CoordinationSettings } from '../coordinate/coordination-settings.js';
import { errorInfo } from '../shared/errors.js';
import { runIdSchema } from '../shared/ids.js';
import { coordination, planText } from '../testing/coordinated.js';
import { settings, system } from '../testing/machine.js';
import { hasEnded } from '../view/run-result.js';
import { apply } from './apply.js';
import type { CommandContext, RunCommand } from './commands.js';
import { decide } from './decide.js';
import { parseRunEvent, type RunEvent } from './events.js';
import { type Effect, next } from './next.js';
import { emptyRun, type RunState } from './state.js';

type Turn = { readonly who: number; readonly said: Consulted | 'gives up' };

const targets = ['agent1', 'agent2', 'agent1.1', 'agent2.1', 'agent3.2', 'nobody', 'b'];
const said: fc.Arbitrary<Turn['said']> = fc.oneof(
  fc.nat(5).map((word) => ({ type: 'new_answer' as const, content: planText(`plan ${word}`) })),
  fc.constantFrom(
    { type: 'new_answer' as const, content: 'no plan' },
    { type: 'unusable' as const, code: 'no-tool' as const, reason: 'none' },
  ),
  fc
    .record({
      proposal: fc.constantFrom(...targets),
      wants: fc.constantFrom<string[]>([], ['agent2.1/E1'], ['agent1/E1']),
    })
    .map((vote) => ({ type: 'vote' as const, reason: 'r', ...vote })),
  fc.constant('gives up' as const),
);
const turns = fc.array(fc.record({ who: fc.nat(9), said }), { minLength: 120, maxLength: 120 });
const setups: fc.Arbitrary<CoordinationSettings> = fc
  .record({
    agents: fc.integer({ min: 1, max: 4 }).map((count) => ['a', 'b', 'c', 'd'].slice(0, count)),
    rounds: fc.integer({ min: 1, max: 4 }),
    tries: fc.integer({ min: 1, max: 3 }),
    maxAnswers: fc.constantFrom(null, 1, 2),
    quorum: fc.constantFrom(null, 1, 2),
    selfVotes: fc.boolean(),
    graft: fc.boolean(),
    skipRounds: fc.boolean(),
    novelty: fc.constantFrom('lenient' as const, 'strict' as const),
    proposals: fc.constantFrom('plan' as const, 'plan' as const, 'text' as const),
  })
  .map(({ agents, ...fields }) => coordination(agents, fields));

/** Plays a run: whoever is asked may speak, in any order. */
class Play {
  state: RunState = emptyRun(runIdSchema.parse('run-test1'));
  readonly stored: RunEvent[] = [];
  readonly effects = new Set<Effect['type']>();
  said = 0;
  private readonly context: CommandContext = {
    actor: system,
    at: '2026-01-01T00:00:00.000Z',
    executor: { id: 'exec-1', agents: [], writesAnswers: true },
  };

  do(command: RunCommand): void {
    const decided = decide(this.state, command, this.context);
    if (!decided.ok) throw new Error(decided.refusal.message);
    const { at, actor } = this.context;
    for (const event of decided.events) {
      const seq = this.stored.length + 1;
      // As it would come back from a store.
      const text = JSON.stringify({ ...event, stream: this.state.id, seq, position: 0, at, actor, commandId: null });
      this.stored.push(parseRunEvent(JSON.parse(text) as RunEvent));
    }
    this.state = decided.state;
    for (const effect of next(this.state, 'exec-1')) this.effects.add(effect.type);
  }

  turn({ who, said: word }: Turn): void {
    const asked = next(this.state, 'exec-1').filter((effect) => effect.type === 'consult');
    const effect = asked[who % Math.max(1, asked.length)];
    if (effect === undefined) return;
    const { agent, attempt, round } = effect;
    this.said += 1;
    if (word === 'gives up')
      this.do({ type: 'agent.give-up', agent, attempt, round, error: errorInfo('agent-failed', 'gone') });
    else this.do({ type: 'agent.say', agent, attempt, round, said: word });
  }
}

const play = (setup: CoordinationSettings, script: readonly Turn[]): Play => {
  const game = new Play();
  game.do({ type: 'run.create', task: 'a task', settings, coordination: setup });
  for (const turn of script) game.turn(turn);
  return game;
};

const runs = { numRuns: 300 };

describe('whatever agents say, in whatever order', () => {
  it('it ends, in a bounded number of calls, and nothing but asking happens before the approval', () => {
    fc.assert(
      fc.property(setups, turns, (setup, script) => {
        const game = play(setup, script);
        const { agents, rounds, tries, graft } = setup;
        expect(game.state.status === 'draft' || hasEnded(game.state)).toBe(true);
        expect(game.said).toBeLessThanOrEqual(rounds * tries * agents.length + (graft ? tries : 0));
        expect([...game.effects].filter((type) => type !== 'consult')).toEqual([]);
      }),
      runs,
    );
  });

  it('the plan is exactly the one that was chosen, and was proposed', () => {
    fc.assert(
      fc.property(setups, turns, (setup, script) => {
        const { state } = play(setup, script);
        const attempt = state.coordination!.attempts[0];
        const { chosen } = attempt;
        if (chosen === null) return;
        const proposal = attempt.proposals.find((each) => each.proposal === chosen.proposal)!;
        expect([proposal.hash, proposal.agent]).toEqual([chosen.hash, chosen.agent]);
        if (setup.proposals === 'plan') expect(state.hash).toBe(chosen.hash);
        const alias = setup.agents.find(({ id }) => id === chosen.agent)!.alias;
        expect(chosen.proposal).toMatch(new RegExp(`^${alias}\\.\\d+$`));
      }),
      runs,
    );
  });

  it('the stored events fold to the same state', () => {
    fc.assert(
      fc.property(setups, turns, (setup, script) => {
        const { state, stored } = play(setup, script);
        expect(stored.reduce(apply, emptyRun(state.id))).toEqual(state);
      }),
      { numRuns: 100 },
    );
  });
});
