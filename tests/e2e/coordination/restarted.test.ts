import { afterAll, describe, expect, it } from 'vitest';
import { buildProgram } from '../cli-process.js';
import { aTeamProject, publishingTeam, type RunDocument } from './a-team.js';

const built = buildProgram();
afterAll(built.remove);

const proposes = (agent: string, attempt: number, ...posts: readonly string[]): object => {
  const steps = posts.map((which) => ({
    title: `Publish the ${which} post`,
    task: `Publish the ${which} post once.`,
    implementation: ['Publish once'],
    criteria: ['The answer has the text of 1 post'],
  }));
  const plan = { goal: `Publish ${posts.join(' and ')}, says ${agent}`, steps };
  return { when: { agent, attempt, label: 'propose' }, tools: [{ name: 'new_answer', args: { plan } }] };
};
const votes = (agent: string, attempt: number, proposal: string): object => ({
  when: { agent, attempt, label: 'vote' },
  tools: [{ name: 'vote', args: { proposal, reason: 'fine' } }],
});
const publishes = (label: string, text: string): readonly object[] => [
  { when: { label }, tools: [{ name: 'mcp__social__publish_post', args: { text } }] },
  { when: { label }, tools: [{ name: 'step_done', args: { answer: `published ${text}` } }] },
];
const wantsMore = { name: 'restart_orchestration', args: { reason: 'one is missing', instructions: 'publish it' } };

describe('a restart', () => {
  it('does not repeat what was published, although the agents plan all of it again', async () => {
    const replies = [
      ...['a', 'b'].map((agent) => proposes(agent, 1, 'first')),
      ...[votes('a', 1, 'agent2.1'), votes('b', 1, 'agent1.1'), ...publishes('E1', 'first')],
      { when: { agent: 'b', label: 'evaluate' }, tools: [wantsMore] },
      ...['a', 'b'].flatMap((agent) => [proposes(agent, 2, 'first', 'second'), proposes(agent, 2, 'second')]),
      ...[votes('a', 2, 'agent2.1'), votes('b', 2, 'agent1.1'), ...publishes('E2', 'second')],
      { when: { agent: 'orchestrator' }, repeat: true, text: 'Both posts are out.' },
    ];
    const team = aTeamProject(built.program);
    const file = team.own({ 'team.yaml': publishingTeam, 'script.yaml': JSON.stringify({ replies }) });
    const done = await team.json<RunDocument>('coordinate', '--config', file, '--approve', 'auto', 'Publish two posts');
    expect(done).toMatchObject({ state: 'done', exit: 0 });
    expect(done.coordination.attempts[1]?.agents).toMatchObject([
      { id: 'a', refusals: [{ code: 'done-already' }] },
      { id: 'b', refusals: [{ code: 'done-already' }] },
    ]);
    expect(team.record('social').map(({ text }) => text)).toEqual(['first', 'second']);
  });
});
