import { describe, expect, it } from 'vitest';
import { readConsulted } from './read-consulted.js';

const vote = { name: 'vote', args: { proposal: 'agent2.1', reason: 'shorter' } };
const answer = { name: 'new_answer', args: { content: 'text' } };

describe('what an agent says with its tools', () => {
  it.each([
    ['a vote', vote, { type: 'vote', proposal: 'agent2.1', reason: 'shorter' }],
    [
      'a vote as MassGen writes it',
      { name: 'vote', args: { agent_id: 'agent2' } },
      { type: 'vote', proposal: 'agent2', reason: '' },
    ],
    [
      'a vote with wishes',
      { name: 'vote', args: { proposal: 'x', reason: '', wants: ['agent1.1/E2', 3] } },
      { wants: ['agent1.1/E2'] },
    ],
    ['a text', answer, { type: 'new_answer', content: 'text' }],
    [
      'a plan as an object',
      { name: 'new_answer', args: { plan: { goal: 'g' } } },
      { type: 'new_answer', content: '{"goal":"g"}' },
    ],
    [
      'a plan as a text',
      { name: 'new_answer', args: { plan: '{"goal":"g"}' } },
      { type: 'new_answer', content: '{"goal":"g"}' },
    ],
  ])('%s', (_, call, said) => {
    expect(readConsulted([{ name: 'read_file', args: {} }, call])).toMatchObject(said);
  });

  it.each([
    ['nothing', [], 'no-tool'],
    ['other tools alone', [{ name: 'read_file', args: {} }], 'no-tool'],
    ['a vote and an answer', [vote, answer], 'several-calls'],
    ['two votes', [vote, vote], 'several-calls'],
    ['two answers', [answer, answer], 'several-calls'],
    ['a vote for nobody', [{ name: 'vote', args: { reason: 'r' } }], 'arguments'],
    ['an answer without content', [{ name: 'new_answer', args: { content: 7 } }], 'arguments'],
  ])('is not to be used: %s', (_, calls, code) => {
    expect(readConsulted(calls)).toMatchObject({ type: 'unusable', code });
  });
});
