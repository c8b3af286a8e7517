import { describe, expect, it } from 'vitest';
import { callsInWords, inWordsInstructions } from './calls-in-words.js';

const names = ['new_answer', 'vote'];
const read = (text: string) => callsInWords(text, names, 1);

describe('calls that an agent makes in words', () => {
  it('are the last object of the message, whatever stands around it', () => {
    const text =
      'At first I thought {"vote": {"proposal": "agent1.1"}}, but no.\n```json\n{"vote": {"proposal": "agent2.1"}}\n```';
    expect(read(text)).toEqual([{ id: 'said-1-1', name: 'vote', args: { proposal: 'agent2.1' } }]);
  });

  it('are all that one object names, so that two at once can be refused', () => {
    expect(read('{"new_answer": {"content": "x"}, "vote": {"proposal": "agent1.1"}}').map(({ name }) => name)).toEqual(
      names,
    );
  });

  it('have no arguments where these are no object', () => {
    expect(read('{"vote": "agent1.1"}')).toMatchObject([{ name: 'vote', args: {} }]);
  });

  it('are none in words alone, in other objects, and in a reply that breaks off', () => {
    for (const text of ['I vote for agent1.1.', '{"goal": "g", "steps": []}', '{"vote": {"proposal": "agent1', ''])
      expect(read(text)).toEqual([]);
  });

  it('are asked for in the form in which they are read', () => {
    const told = inWordsInstructions([{ name: 'vote', description: 'votes', parameters: { type: 'object' } }]);
    expect(told).toContain('{"vote": …}, where … fits {"type":"object"}');
  });
});
