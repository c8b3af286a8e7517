import { describe, expect, it } from 'vitest';
import { planningNeeded } from './planning-needed.js';

const reading = { name: 'read_file', class: 'reads' } as const;
const posting = { name: 'mcp__twitter__post', class: 'external' } as const;

describe('whether agents plan', () => {
  it('is what is set, or decided by what could happen', () => {
    expect(planningNeeded('What is it?', [reading], 'always')).toMatchObject({ plan: true });
    expect(planningNeeded('Post it.', [posting], 'off')).toMatchObject({ plan: false });
    expect(planningNeeded('Post it.', [reading], 'auto')).toMatchObject({ plan: false });
  });

  it.each(['What is the capital of France?', 'Why does the parser keep comments?', 'How many modules are there?'])(
    'is not needed for a plain question: %s',
    (task) => {
      expect(planningNeeded(task, [reading, posting], 'auto').plan).toBe(false);
    },
  );

  it.each([
    'Post the result',
    'What is the weather? Tweet it.',
    'What is the weather, and tell everybody',
    'Why is the test failing, please?',
    'Can you send this to the team?',
    'How do I delete the branch?',
    'Explain the parser',
    '',
    'unknown gibberish',
    'What is this;rm it?',
  ])('is needed whenever that is not sure: "%s"', (task) => {
    expect(planningNeeded(task, [reading, posting], 'auto')).toMatchObject({ plan: true });
  });

  it('is needed where nobody knows the tools, and names those that could act', () => {
    expect(planningNeeded('What is it?', [], 'auto').plan).toBe(true);
    expect(planningNeeded('Do it', [reading, posting], 'auto').reason).toContain('mcp__twitter__post');
  });
});
