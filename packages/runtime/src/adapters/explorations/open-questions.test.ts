import { describe, expect, it } from 'vitest';
import { questionsAbout } from './open-questions.js';

const paths = ['README.md', 'src/price.ts', 'src/shop/price.ts', 'src/cart.ts'];
const asked = (task: string): readonly string[] => questionsAbout(task, paths).map(({ question }) => question);

describe('what an order leaves open', () => {
  it('is a file that is changed and not there', () => {
    expect(asked('Update src/missing.ts so that it rounds')).toEqual([
      'The task names src/missing.ts, which is not there. Is it to be created?',
    ]);
  });

  it('is which of several files is meant', () => {
    expect(questionsAbout('Fix the total in price.ts', paths)).toMatchObject([
      { question: 'Which file does the task mean by price.ts?', options: ['src/price.ts', 'src/shop/price.ts'] },
    ]);
  });

  it.each([
    'What does src/missing.ts do?',
    'Find what price.ts declares',
    'Create src/missing.ts with a function that rounds',
    'Add a new file src/missing.ts',
    'Move src/cart.ts to src/basket.ts',
    'Extract the rounding of src/cart.ts into src/round.ts',
    'Support read/write access and TCP/IP',
    'Update src/cart.ts',
    'Crie o arquivo src/novo.ts',
    '🙂🙂🙂',
    '',
  ])('is nothing in %j', (task) => {
    expect(asked(task)).toEqual([]);
  });
});
