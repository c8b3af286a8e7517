import {
  type Consulted,
  type ConsultOrder,
  formats,
  parsePlan,
  type Plan,
  planState,
  runAnswer,
} from '@planwright/core';
import { describe, expect, it } from 'vitest';
import { createRuntime, proceed } from '../../create-runtime.js';
import type { Heard, VerifiedCommand } from '../../ports/council.js';
import type { Planner } from '../../ports/worker.js';
import { aSmallRepository } from '../../testing/a-small-repository.js';
import { aProject } from '../../testing/temporary-project.js';
import { createApprovedCommands } from '../approved-commands.js';
import { createNodeWorkspaceReader } from '../node-workspace-reader.js';
import { createOfflinePlanner } from '../offline-planner.js';
import { createOfflineWorker } from '../offline-worker.js';
import { createOfflineCouncil } from './offline-council.js';
import { offlineStrategies } from './offline-strategies.js';
import { aConsultOrder, anEvaluationOrder, aPaperEntry, aPlan, someSettings } from './testing/a-consult-order.js';

const { signal } = new AbortController();
const names = offlineStrategies.map(({ name }) => name);

async function aCouncil() {
  return createOfflineCouncil({
    planner: createOfflinePlanner({ reader: createNodeWorkspaceReader(await aProject(aSmallRepository)) }),
  });
}

async function consult(order: ConsultOrder, heard: Heard = { ok: true }) {
  const words: Consulted[] = [];
  const say = async (said: Consulted): Promise<Heard> => (words.push(said), heard);
  const consultation = await (await aCouncil()).consult(order, { signal, say });
  return { words, consultation };
}

function orderFor(id: string, changes: Partial<ConsultOrder> = {}): ConsultOrder {
  const { settings = someSettings({}, names) } = changes;
  const agent = settings.agents.find((each) => each.id === id) ?? { id, alias: 'agent9', model: 'offline' };
  return aConsultOrder({ agent, task: 'Change discountLimit to 10', ...changes, settings });
}

describe('an agent without a model', () => {
  it('proposes the plan that its strategy leads to', async () => {
    const { words, consultation } = await consult(orderFor('test-first'));
    expect(consultation).toEqual({});
    const [said] = words;
    const parsed = parsePlan(said?.type === 'new_answer' ? said.content : '');
    expect(parsed.ok && parsed.plan.steps.map(({ title }) => title)).toContain(
      'Write the test that shows what is asked for',
    );
  });

  it('looks at nothing before that is watched', async () => {
    const happened: string[] = [];
    const planner: Planner = { draft: async () => (happened.push('planned'), { ok: false, problems: [] }) };
    const watched = new Promise(setImmediate).then(() => void happened.push('watched'));
    const say = async (): Promise<Heard> => ({ ok: true });
    await createOfflineCouncil({ planner }).consult(orderFor('test-first'), { signal, say, watched });
    expect(happened).toEqual(['watched', 'planned']);
  });

  it('takes a strategy by its place where its name is none', async () => {
    const settings = someSettings({}, ['x', 'y']);
    const of = async (place: number) => (await consult(orderFor(settings.agents[place]?.id ?? '', { settings }))).words;
    const [first, second] = [await of(0), await of(1)];
    expect(first).toEqual((await consult(orderFor('smallest-change'))).words);
    expect(second).toEqual((await consult(orderFor('test-first'))).words);
  });

  it('gives up where all strategies are taken, and where texts are asked for', async () => {
    const settings = someSettings({}, ['1', '2', '3', '4', '5', '6']);
    const sixth = await consult(orderFor('6', { settings }));
    expect(sixth.consultation.gaveUp?.message).toBe('there are 5 ways to plan without a model, and all are taken');
    const texts = await consult(orderFor('test-first', { settings: someSettings({ proposals: 'text' }, names) }));
    expect(texts.consultation.gaveUp?.message).toBe('without a model, agents propose plans, not texts');
    expect(texts.words).toEqual([]);
  });

  it('gives up with the reason when its plan is refused: it has no other', async () => {
    const { consultation } = await consult(orderFor('read-first'), {
      ok: false,
      reason: 'this is nearly agent1.1',
      isOver: false,
    });
    expect(consultation.gaveUp?.message).toBe('read-first leads to a plan that was refused: this is nearly agent1.1');
  });

  it('plans only what is missing after a restart', async () => {
    const restart = {
      attempt: 2,
      reason: '`npm test` fails',
      instructions: 'Mend totalPrice.',
      done: [],
      failed: [],
      answer: '',
    };
    const { words } = await consult(orderFor('smallest-change', { attempt: 2, restart }));
    expect(words[0]).toMatchObject({ content: expect.stringContaining('Mend totalPrice') });
    expect(words[0]).toMatchObject({ content: expect.not.stringContaining('discountLimit to 10') });
  });
});

describe('a ballot without a model', () => {
  const good = aPlan('Read src/price.js:2.');
  const longer = aPlan('Read src/price.js:2.', 'Read src/cart.js:3.');
  const faulty: Plan = { ...good, steps: good.steps.map((step) => ({ ...step, agent: 'nobody' })) };
  const ballotFor = async (paper: ConsultOrder['paper'], selfVotes = true) => {
    const settings = someSettings({ selfVotes }, names);
    const { words } = await consult(
      orderFor('test-first', { settings, paper, round: 2, mayVote: true, mayPropose: false }),
    );
    return words[0];
  };

  it('is for the better check, and says so', async () => {
    const ballot = await ballotFor([aPaperEntry('agent1.1', faulty), aPaperEntry('agent2.1', good)]);
    expect(ballot).toMatchObject({
      type: 'vote',
      proposal: 'agent2.1',
      reason: expect.stringMatching(/^its check gives \d+ of 100 with .*, more than any other$/),
    });
  });

  it('is for fewer steps where the checks are alike', async () => {
    const ballot = await ballotFor([aPaperEntry('agent1.1', longer), aPaperEntry('agent2.1', good)]);
    expect(ballot).toMatchObject({
      proposal: 'agent2.1',
      reason: expect.stringMatching(/as much as 1 other, and it has the fewest steps: 1 step$/),
    });
  });

  it('is for the first on the paper where nothing tells them apart, and says that', async () => {
    const ballot = await ballotFor([
      aPaperEntry('agent1.1', good),
      aPaperEntry('agent2.1', aPlan('Read src/cart.js:3.')),
    ]);
    expect(ballot).toMatchObject({
      proposal: 'agent1.1',
      reason: expect.stringMatching(/like 1 other; it comes first on the paper$/),
    });
  });

  it('is not for its own where that does not count', async () => {
    const paper = [aPaperEntry('agent2.1', good, true), aPaperEntry('agent1.1', faulty)];
    expect(await ballotFor(paper)).toMatchObject({ proposal: 'agent2.1' });
    expect(await ballotFor(paper, false)).toMatchObject({
      proposal: 'agent1.1',
      reason: expect.stringContaining('there was no other to vote for'),
    });
  });

  it('is missing where there is nothing to vote for', async () => {
    const order = orderFor('test-first', { round: 2, mayVote: true, mayPropose: false });
    expect((await consult(order)).consultation.gaveUp?.message).toBe('there is nothing it may vote for');
  });

  it('reads the plans that strategies make', async () => {
    const proposed = await Promise.all(names.map(async (name) => (await consult(orderFor(name))).words[0]));
    const paper = proposed.flatMap((said, place) => {
      const parsed = formats.native.read(said?.type === 'new_answer' ? said.content : '');
      return parsed.ok ? [aPaperEntry(`agent${place + 1}.1`, parsed.plan)] : [];
    });
    expect(paper).toHaveLength(names.length);
    expect(await ballotFor(paper)).toMatchObject({ type: 'vote', proposal: 'agent1.1' });
  });
});

describe('an evaluation without a model', () => {
  const judge = async (...verified: readonly VerifiedCommand[]) =>
    (await aCouncil()).evaluate(anEvaluationOrder(), { signal, verified });
  const passing = { command: 'npm test', passed: true, result: '`npm test` ended with exit code 0', output: '' };

  it('submits when every command succeeded', async () => {
    expect(await judge(passing)).toEqual({ verdict: { type: 'submit' } });
  });

  it('asks for another attempt because of the first that failed', async () => {
    const failing = {
      command: 'npm run lint',
      passed: false,
      result: '`npm run lint` ended with exit code 1: 2 problems',
      output: '',
    };
    expect(await judge(passing, failing)).toEqual({
      verdict: {
        type: 'restart',
        reason: '`npm run lint` ended with exit code 1: 2 problems',
        instructions: 'Make `npm run lint` succeed.',
      },
    });
  });

  it('has no verdict where nothing was run, and says so', async () => {
    expect(await judge()).toMatchObject({ verdict: null, note: expect.stringContaining('no verify commands') });
  });
});

describe('a run that is coordinated without a model', () => {
  it('comes to a plan that all strategies had a say in, and carries it out', async () => {
    const root = await aProject(aSmallRepository);
    const reader = createNodeWorkspaceReader(root);
    const commands = createApprovedCommands({ root, environment: process.env });
    const outcome = async () => {
      const runtime = createRuntime({
        council: createOfflineCouncil({ planner: createOfflinePlanner({ reader }) }),
        worker: createOfflineWorker({ reader, commands }),
      });
      const coordination = someSettings({}, names);
      const task = 'What is the limit for a discount?';
      const run = await runtime.start({ task }, { coordination, planning: { explore: false } });
      await run.rest();
      await proceed(run, 'reads-only');
      const state = await run.rest();
      return { state: planState(state), attempt: state.coordination?.attempts[0], answer: runAnswer(state) };
    };
    const { state, attempt, answer } = await outcome();
    expect(state).toBe('done');
    expect(attempt?.proposals).toHaveLength(names.length);
    expect(attempt?.retired).toEqual([]);
    expect(attempt?.chosen?.tally.reduce((sum, { votes }) => sum + votes, 0)).toBe(names.length);
    expect(answer).toContain('src/price.js:2');
    expect((await outcome()).attempt?.chosen).toEqual(attempt?.chosen);
  });
});
