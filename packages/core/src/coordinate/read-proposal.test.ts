import { describe, expect, it } from 'vitest';
import { largestAnswer, readProposal, textHash } from './read-proposal.js';

const asPlan = { proposals: 'plan', maxSteps: 20 } as const;

describe('a proposal', () => {
  it('may leave the agent of a step to whoever wins; nobody else is put in', () => {
    const steps = [
      { id: 'E1', task: 'look' },
      { id: 'E2', task: 'write', agent: ' ' },
      { id: 'E3', task: 'test', agent: 'Tester' },
    ];
    const read = readProposal(JSON.stringify({ goal: 'g', steps }), asPlan);
    expect('plan' in read && read.plan.steps.map(({ agent }) => agent)).toEqual(['presenter', 'presenter', 'tester']);
  });

  it('is read in any written form', () => {
    const markdown = '<!-- planwright 1 -->\n# A goal\n\n## Look around\n\nLook at it.\n';
    expect(readProposal(markdown, asPlan)).toMatchObject({ plan: { goal: 'A goal', steps: [{ agent: 'presenter' }] } });
  });

  it.each([
    ['unreadable', 'First I would look around.'],
    ['unreadable', JSON.stringify({ goal: 'g', steps: [{ id: 'E1', task: 'look', agent: 7 }] })],
    ['unreadable', JSON.stringify({ goal: 'g', steps: [{ id: 'E99999', task: 'look' }] })],
    ['empty', '\n'],
    ['too-large', 'x'.repeat(largestAnswer + 1)],
  ])('is %s', (code, content) => {
    expect(readProposal(content, asPlan)).toMatchObject({ ok: false, code });
  });

  it('names a few of many problems, and how many more there are', () => {
    const steps = Array.from({ length: 20 }, (_, index) => ({ id: `E${index + 1}` }));
    const read = readProposal(JSON.stringify({ goal: 'g', steps }), asPlan);
    expect('reason' in read && read.reason).toMatch(/and 8 more$/);
  });

  it('is a text where texts are asked for, the same with blanks around it', () => {
    const asText = { proposals: 'text', maxSteps: 20 } as const;
    expect(readProposal(' Paris\n', asText)).toEqual({ ok: true, text: 'Paris', hash: textHash('Paris') });
  });
});
