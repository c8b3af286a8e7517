import { describe, expect, it } from 'vitest';
import {
  type Consulted,
  consultOrder,
  consultPrompt,
  coordinationView,
  deadlineOf,
  evaluationOrder,
  evaluationTools,
  heard,
  next,
  readConsulted,
  readVerdict,
  restartContextOf,
  runResult,
  type WorkflowCall,
} from '@planwright/core';
import type { Ballot } from '../../packages/core/src/coordinate/coordination-state.js';
import { isTooAlike, similarity } from '../../packages/core/src/coordinate/novelty.js';
import { tallyVotes } from '../../packages/core/src/coordinate/tally-votes.js';
import { Coordinated } from '../../packages/core/src/testing/coordinated.js';
import { system } from '../../packages/core/src/testing/machine.js';
import { errorInfo } from '../../packages/core/src/shared/errors.js';
import { conformanceDir, readVectors } from './conformance-dir.js';
import { coordinationDifferences } from './coordination-differences.js';

type Turn = {
  readonly delay?: number;
  readonly text?: string;
  readonly error?: string;
  readonly calls?: readonly { readonly tool: string; readonly args: Record<string, unknown> }[];
};
type Script = { readonly turns: readonly Turn[]; readonly post_evaluation?: readonly Turn[] };
type Case = {
  readonly id: string;
  readonly agents: Readonly<Record<string, Script>>;
  readonly timeout?: number;
  readonly config?: Readonly<Record<string, unknown>>;
  readonly coordination?: { readonly max_orchestration_restarts?: number };
  readonly observed: {
    readonly winner: string | null;
    readonly vote_counts: Readonly<Record<string, number>>;
    readonly answers_recorded: Readonly<Record<string, readonly string[]>>;
    readonly attempts: number;
    readonly restart_records: readonly { readonly restart_reason: string; readonly restart_instructions: string }[];
    readonly evaluated_texts: readonly string[];
    readonly orchestrator_timed_out: boolean;
  };
};
type Vectors = {
  readonly coordination_scenarios: { readonly cases: readonly Case[] };
  readonly vote_tally: readonly {
    readonly votes: Readonly<Record<string, string>>;
    readonly answers_in_registration_order: readonly string[];
    readonly expected_winner: string | null;
    readonly successor_should?: string;
  }[];
  readonly novelty: readonly {
    readonly a?: string;
    readonly b?: string;
    readonly jaccard?: number;
    readonly balanced_accepts?: boolean;
    readonly strict_accepts?: boolean;
  }[];
  readonly post_evaluation_tools: Readonly<Record<string, unknown>> & { readonly order: readonly string[] };
  readonly restart_context_block: {
    readonly input: { readonly reason: string; readonly instructions: string };
    readonly expected: { readonly contains: readonly string[] };
  };
};

const vectors = conformanceDir() === undefined ? undefined : (readVectors('coordination/vectors.json') as Vectors);
const cases = vectors?.coordination_scenarios.cases ?? [];
const tries = 3;
const rounds = 3;
/** When the first round begins. */
const start = Date.parse('2026-01-01T00:00:01.000Z');

/** Plays a scenario with the machine alone: agents speak when their delay is over, and time goes on to the next word. */
class Scenario {
  readonly machine: Coordinated;
  readonly calls: Record<string, number> = {};
  readonly evaluated: string[] = [];
  private now = start;
  private readonly scripts: Readonly<Record<string, Script>>;
  private readonly timeoutMs: number | null;
  /** What each agent is about to say, and when. */
  private readonly pending = new Map<string, { readonly at: number; readonly turn: Turn; readonly effect: Asked }>();
  private readonly failures: Record<string, number> = {};

  constructor({ agents, timeout, config = {}, coordination = {} }: Case) {
    this.scripts = agents;
    this.timeoutMs = timeout === undefined ? null : timeout * 1000;
    const novelty = config['answer_novelty_requirement'] as 'balanced' | undefined;
    const debugAnswer = config['debug_final_answer'] as string | undefined;
    this.machine = Coordinated.of(Object.keys(agents), {
      proposals: 'text',
      // As upstream, where agents vote for themselves as a rule.
      selfVotes: true,
      tries,
      rounds,
      novelty: novelty ?? 'lenient',
      maxAnswers: (config['max_new_answers_per_agent'] as number | undefined) ?? null,
      skipRounds: config['skip_coordination_rounds'] === true,
      restarts: coordination.max_orchestration_restarts ?? 0,
      timeoutMs: this.timeoutMs,
      ...(debugAnswer === undefined ? {} : { debugAnswer }),
    });
  }

  play(): this {
    while (this.step());
    return this;
  }

  private step(): boolean {
    const effects = next(this.machine.state, 'exec-1');
    const consults = effects.filter((effect) => effect.type === 'consult');
    for (const key of this.pending.keys()) if (!consults.some((effect) => effect.key === key)) this.pending.delete(key);
    for (const effect of consults) if (!this.pending.has(effect.key)) this.think(effect);
    const [soonest] = [...this.pending.entries()].sort(([, a], [, b]) => a.at - b.at);
    const deadline = deadlineOf(this.machine.state);
    if (deadline !== null && (soonest === undefined || soonest[1].at > Date.parse(deadline))) {
      this.now = Date.parse(deadline);
      this.machine.do({ type: 'run.advance' }, system, { at: deadline });
      return true;
    }
    if (soonest !== undefined) return this.speak(...soonest);
    return effects.some((effect) => effect.type === 'evaluate') && this.judge();
  }

  private think(effect: Asked): void {
    const { turns } = this.scripts[effect.agent]!;
    const count = (this.calls[effect.agent] = (this.calls[effect.agent] ?? 0) + 1);
    const turn = turns[Math.min(count, turns.length) - 1]!;
    this.pending.set(effect.key, { at: this.now + (turn.delay ?? 0) * 1000, turn, effect });
  }

  private speak(key: string, { at, turn, effect }: { at: number; turn: Turn; effect: Asked }): true {
    this.now = at;
    this.pending.delete(key);
    const { agent, attempt, round } = effect;
    const context = { at: new Date(at).toISOString() };
    if (turn.error !== undefined) {
      const failed = (this.failures[agent] = (this.failures[agent] ?? 0) + 1);
      const error = errorInfo('model-unavailable', turn.error);
      const isOver = turn.error === '401' || failed >= tries;
      if (isOver) this.machine.do({ type: 'agent.give-up', agent, attempt, round, error }, system, context);
      return true;
    }
    this.machine.do({ type: 'agent.say', agent, attempt, round, said: this.saidIn(turn, agent) }, system, context);
    expect(this.machine.refusal).toBeNull();
    expect(heard(this.machine.state, { agent, attempt, round })).toHaveProperty('ok');
    return true;
  }

  private saidIn({ calls = [] }: Turn, agent: string): Consulted {
    return readConsulted(calls.map(({ tool, args }) => callOf(tool, args, this.calls[agent] ?? 0)));
  }

  private judge(): true {
    const order = evaluationOrder(this.machine.state)!;
    this.evaluated.push(order.answer);
    const turns = this.scripts[order.evaluator.id]!.post_evaluation ?? [];
    const turn = turns[Math.min(this.evaluated.length, turns.length) - 1]!;
    const isLate = this.timeoutMs !== null && (turn.delay ?? 0) * 1000 > this.timeoutMs;
    const read = readVerdict((turn.calls ?? []).map(({ tool, args }) => callOf(tool, args, 0)));
    const verdict = isLate || turn.error !== undefined || !read.ok ? null : read.verdict;
    const { attempt } = order;
    this.machine.do({ type: 'evaluation.finish', attempt, evaluator: order.evaluator.id, verdict }, system);
    return true;
  }

  get told(): Told {
    const views = coordinationView(this.machine.state);
    const last = views.at(-1)!;
    const author = (proposal: string): string =>
      last.agents.find(({ proposals }) => proposals.some((line) => line.proposal === proposal))!.id;
    return {
      winner: last.chosen?.agent ?? null,
      votes: Object.fromEntries(
        last.tally.filter(({ votes }) => votes > 0).map(({ proposal, votes }) => [author(proposal), votes]),
      ),
      answers: Object.fromEntries(last.agents.map(({ id, proposals }) => [id, proposals.map((line) => line.proposal)])),
      attempts: views.length,
      restarts: views.flatMap(({ restart }) =>
        restart === null ? [] : [Object.fromEntries(Object.entries(restart).filter(([, text]) => text !== null))],
      ),
      evaluations: this.evaluated.length,
      timedOut: last.failed?.reason === 'timeout',
    };
  }
}

type Asked = Extract<ReturnType<typeof next>[number], { type: 'consult' }>;
type Told = {
  readonly winner: string | null;
  readonly votes: Readonly<Record<string, number>>;
  readonly answers: Readonly<Record<string, readonly string[]>>;
  readonly attempts: number;
  readonly restarts: readonly Readonly<Record<string, unknown>>[];
  readonly evaluations: number;
  readonly timedOut: boolean;
};

function callOf(tool: string, args: Record<string, unknown>, count: number): WorkflowCall {
  const content = typeof args['content'] === 'string' ? args['content'].replace('{n}', String(count)) : undefined;
  return { name: tool, args: content === undefined ? args : { ...args, content } };
}

function expected({ id, agents, observed }: Case): Told {
  const theirs: Told = {
    winner: observed.winner,
    // One agent alone is not asked to vote.
    votes: Object.keys(agents).length === 1 ? {} : observed.vote_counts,
    answers: observed.answers_recorded,
    attempts: observed.attempts,
    restarts: observed.restart_records.map((record) => ({
      reason: record.restart_reason,
      instructions: record.restart_instructions,
    })),
    evaluations: observed.evaluated_texts.length,
    timedOut: observed.orchestrator_timed_out,
  };
  return { ...theirs, ...coordinationDifferences.find((difference) => difference.case === id)?.ours };
}

describe.skipIf(vectors === undefined)('coordination, by the scenarios of MassGen (CONFORMANCE_DIR)', () => {
  it('has 37 scenarios, and every difference of ours is one of them', () => {
    expect(cases).toHaveLength(37);
    expect(
      coordinationDifferences.map((row) => row.case).filter((id) => !cases.some((each) => each.id === id)),
    ).toEqual([]);
  });

  it.each(cases.map((each) => [each.id, each] as const))('%s', (_, each) => {
    expect(new Scenario(each).play().told).toEqual(expected(each));
  });

  it.each(cases.map((each) => [each.id, each] as const))('%s: no effect, and a bounded number of calls', (_, each) => {
    const { machine, calls } = new Scenario(each).play();
    expect(machine.types.filter((type) => type.startsWith('step.') || type === 'run.started')).toEqual([]);
    const attempts = (each.coordination?.max_orchestration_restarts ?? 0) + 1;
    for (const count of Object.values(calls)) expect(count).toBeLessThanOrEqual(rounds * tries * attempts);
  });

  it.each(['majority', 'tie_registration_order', 'anon_id_depends_on_who_answered'])(
    '%s takes two calls of each agent',
    (id) => {
      const { calls } = new Scenario(cases.find((each) => each.id === id)!).play();
      expect(new Set(Object.values(calls))).toEqual(new Set([2]));
    },
  );

  it.each([
    ['all_agents_error', 'no-proposal', 1],
    ['timeout_no_votes', 'timeout', 4],
    ['timeout_with_stale_vote', 'timeout', 4],
    ['evaluator_no_tool', 'not-evaluated', 0],
    ['evaluator_error', 'not-evaluated', 0],
    ['evaluator_timeout', 'not-evaluated', 0],
    ['submit_first', null, 0],
  ])('%s ends with the reason %s and exit code %d', (id, reason, exit) => {
    const { machine } = new Scenario(cases.find((each) => each.id === id)!).play();
    expect(runResult(machine.state)).toMatchObject({ reason, exit });
  });

  it.each(['presentation_empty_falls_back', 'presentation_error_falls_back'])(
    '%s: the stored answer is the answer',
    (id) => {
      const { machine } = new Scenario(cases.find((each) => each.id === id)!).play();
      expect(runResult(machine.state).answer).toBe('stored');
    },
  );

  it('the debug answer is judged on the first attempt only', () => {
    const { evaluated } = new Scenario(cases.find((each) => each.id === 'debug_final_answer')!).play();
    expect(evaluated).toEqual(['only one file', 'xa']);
  });
});

describe.skipIf(vectors === undefined)('votes, newness and restarts, by the vectors (CONFORMANCE_DIR)', () => {
  it.each((vectors?.vote_tally ?? []).map((each, index) => [index, each] as const))('vote_tally[%i]', (_, each) => {
    const candidates = each.answers_in_registration_order.map((agent) => ({
      agent,
      proposal: agent,
      hash: agent,
      check: null,
    }));
    const ballots = Object.entries(each.votes).map(([agent, voted]): Ballot => ({
      agent,
      proposal: voted,
      hash: voted,
      reason: '',
      wants: [],
    }));
    // Theirs can elect an agent without an answer; a successor should not.
    const winner = each.successor_should === undefined ? each.expected_winner : 'a';
    expect(tallyVotes(candidates, ballots)?.agent ?? null).toBe(winner);
  });

  it.each(
    (vectors?.novelty ?? [])
      .filter(({ jaccard }) => jaccard !== undefined)
      .map((each, index) => [index, each] as const),
  )('novelty[%i]', (_, { a = '', b = '', jaccard, balanced_accepts, strict_accepts }) => {
    expect(similarity(a, b)).toBeCloseTo(jaccard!, 10);
    expect([!isTooAlike(a, b, 'balanced'), !isTooAlike(a, b, 'strict')]).toEqual([balanced_accepts, strict_accepts]);
  });

  it('post_evaluation_tools', () => {
    const { order, ...tools } = vectors!.post_evaluation_tools;
    expect(evaluationTools.map(({ name }) => name)).toEqual(order);
    for (const { name, parameters } of evaluationTools) {
      const { required, ...fields } = tools[name] as { required: string[] };
      expect(parameters).toMatchObject({ required, properties: fields });
    }
  });

  it('restart_state: attempts are one more than restarts, and the next begins with nothing chosen', () => {
    const machine = Coordinated.of(['a'], { proposals: 'text', restarts: 2 }).propose('a', 'answer A');
    expect(coordinationView(machine.state)[0]).toMatchObject({ attempt: 1, attempts: 3 });
    const verdict = { type: 'restart', reason: 'test reason', instructions: 'test instructions' } as const;
    machine.do({ type: 'evaluation.finish', attempt: 1, evaluator: 'a', verdict }, system);
    expect(machine.state).toMatchObject({ attempt: 2, status: 'planning', answer: null });
    expect(machine.attempt).toMatchObject({ chosen: null, proposals: [], retired: [] });
    expect(restartContextOf(machine.state)).toMatchObject({
      reason: 'test reason',
      instructions: 'test instructions',
      answer: 'answer A',
    });
    machine.propose('a', 'answer B');
    machine.do(
      { type: 'evaluation.finish', attempt: 2, evaluator: 'a', verdict: { ...verdict, reason: 'second' } },
      system,
    );
    expect(restartContextOf(machine.state)).toMatchObject({ reason: 'second', answer: 'answer B' });
  });

  it('restart_context_block stands before the task and the answers, in every message of the attempt', () => {
    const { input, expected: block } = vectors!.restart_context_block;
    const machine = Coordinated.of(['a', 'b'], { proposals: 'text', restarts: 1 }).propose('a', 'x').giveUp('b');
    machine.do(
      { type: 'evaluation.finish', attempt: 1, evaluator: 'b', verdict: { type: 'restart', ...input } },
      system,
    );
    const tellsInOrder = (round: number): void => {
      const { message } = consultPrompt(consultOrder(machine.state, { agent: 'b', attempt: 2, round })!);
      const parts = [...block.contains, 'Answer: x', 'Plan only what is missing', '</PREVIOUS ATTEMPT FEEDBACK>'];
      const places = [...parts, 'ORIGINAL MESSAGE', 'CURRENT ANSWERS'].map((part) => message.indexOf(part));
      expect(places.every((place) => place >= 0)).toBe(true);
      expect(places).toEqual([...places].sort((x, y) => x - y));
    };
    tellsInOrder(1);
    machine.propose('a', 'y').propose('b', 'z');
    tellsInOrder(2);
  });
});
