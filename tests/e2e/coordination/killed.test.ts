import { afterAll, describe, expect, it } from 'vitest';
import { buildProgram } from '../cli-process.js';
import { aTeamProject, publishingTeam, type RunDocument, type Team } from './a-team.js';

const built = buildProgram();
afterAll(built.remove);

const plan = (goal: string): object => ({
  goal,
  steps: ['first', 'second'].map((which, place) => ({
    title: `Publish the ${which} post`,
    task: `Publish the ${which} post once.`,
    ...(place === 0 ? {} : { dependsOn: ['E1'] }),
    implementation: ['Publish once'],
    criteria: ['The answer has the text of 1 post'],
  })),
});

const says = (agent: string, label: string, ...tools: readonly object[]): object => ({
  when: { agent, label },
  tools,
});
const publish = (text: string): object => ({ name: 'mcp__social__publish_post', args: { text } });

type Slow = 'vote' | 'step' | 'evaluate';
/** Longer than any test; the process is killed meanwhile. */
const delayMs = 600_000;

/** What the agents say; one of them takes for ever at one place. */
function script(slow?: Slow): string {
  const slowly = (at: Slow, reply: object): object => (at === slow ? { ...reply, delayMs } : reply);
  return JSON.stringify({
    replies: [
      says('a', 'propose', { name: 'new_answer', args: { plan: plan('Publish two posts') } }),
      says('b', 'propose', { name: 'new_answer', args: { plan: plan('Publish two other posts') } }),
      says('a', 'vote', { name: 'vote', args: { proposal: 'agent2.1', reason: 'fine' } }),
      slowly('vote', says('b', 'vote', { name: 'vote', args: { proposal: 'agent1.1', reason: 'good' } })),
      says('a', 'E1', publish('first')),
      says('a', 'E1', { name: 'step_done', args: { answer: 'published the first' } }),
      slowly('step', says('a', 'E2', publish('second'))),
      says('a', 'E2', { name: 'step_done', args: { answer: 'published the second' } }),
      slowly('evaluate', says('b', 'evaluate', { name: 'submit', args: { confirmed: true } })),
      { when: { agent: 'orchestrator' }, text: 'Both posts are out.' },
    ],
  });
}

type Killed = { readonly team: Team; readonly run: string; readonly goOn: () => Promise<RunDocument> };

/** Starts a coordination that stands still at one place, and kills it there without a word. */
async function killed(slow: Slow, afterSaying: string): Promise<Killed> {
  const team = aTeamProject(built.program);
  const file = team.own({ 'team.yaml': publishingTeam, 'script.yaml': script(slow) });
  const child = team.start('coordinate', '--config', file, '--approve', 'auto', 'Publish two posts');
  await child.says(afterSaying);
  child.kill('SIGKILL');
  await child.ended;
  const [listed] = await team.json<readonly { readonly id: string }[]>('list');
  const run = listed?.id ?? '';
  team.own({ 'script.yaml': script() });
  return { team, run, goOn: () => team.json('run', run, '--approve', 'auto') };
}

const published = (team: Team): readonly (string | undefined)[] =>
  team
    .record('social')
    .filter(({ tool }) => tool === 'publish_post')
    .map(({ text }) => text);

async function countOf(team: Team, run: string, type: string): Promise<number> {
  const { stdout } = await team.planwright('events', run, '--json');
  return stdout.split(`"type":"${type}"`).length - 1;
}

describe('a coordination whose process is killed', () => {
  it('in the middle of voting goes on with the ballots that were cast', async () => {
    const { team, run, goOn } = await killed('vote', 'a votes for agent2.1');
    expect(published(team)).toEqual([]);
    const done = await goOn();
    expect(done).toMatchObject({ run, state: 'done', exit: 0 });
    expect(done.coordination.attempts).toMatchObject([{ chosen: { proposal: 'agent1.1', rule: 'order' } }]);
    expect(await countOf(team, run, 'proposal.received')).toBe(2);
    expect(await countOf(team, run, 'vote.cast')).toBe(2);
    expect(published(team)).toEqual(['first', 'second']);
  });

  it('in the middle of presentation repeats nothing: what is in doubt waits for a person', async () => {
    const { team, run, goOn } = await killed('step', 'E2 started');
    expect(published(team)).toEqual(['first']);
    const waiting = await goOn();
    expect(waiting).toMatchObject({ run, state: 'paused', exit: 3 });
    expect(published(team)).toEqual(['first']);
    const done = await team.json<RunDocument>('retry', run, 'E2');
    expect(done).toMatchObject({ state: 'done', exit: 0 });
    expect(done.steps).toMatchObject([
      { label: 'E1', tries: 1 },
      { label: 'E2', tries: 2 },
    ]);
    expect(published(team)).toEqual(['first', 'second']);
  });

  it('in the middle of evaluation is judged by the next process, with nothing done again', async () => {
    const { team, goOn } = await killed('evaluate', 'answer written');
    expect(published(team)).toEqual(['first', 'second']);
    const done = await goOn();
    expect(done).toMatchObject({ state: 'done', exit: 0, reason: null });
    expect(done.coordination.attempts).toMatchObject([{ evaluation: { verdict: 'submit', evaluator: 'b' } }]);
    expect(published(team)).toEqual(['first', 'second']);
  });
});
