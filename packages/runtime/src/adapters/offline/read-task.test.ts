import { describe, expect, it } from 'vitest';
import { readTask } from './read-task.js';

function ordersOf(task: string): readonly string[] {
  const reading = readTask(task);
  return reading.type === 'change' ? reading.orders.map(({ agent, text }) => `${agent}: ${text}`) : [reading.type];
}

describe('a question', () => {
  it.each([
    'How does the run loop work?',
    'What is the best way to add an agent?',
    'Explain the run loop',
    'List all error codes',
    'Onde fica o limite de passos?',
    'Explique como os erros são tratados',
    'Does it fix the hash?',
    'Find where errors are handled',
    'the store?',
  ])('%s', (task) => {
    expect(readTask(task)).toEqual({ type: 'question', isGuess: false });
  });

  it('is what a task without an order is taken for, and that is a guess', () => {
    expect(readTask('event store')).toEqual({ type: 'question', isGuess: true });
  });
});

describe('a change', () => {
  it.each([
    ['Add a --json flag to the export command', ['coder: Add a --json flag to the export command']],
    ['Could you please fix the crash in parsePlan?', ['coder: fix the crash in parsePlan?']],
    ['Find and fix the bug in references.ts', ['coder: fix the bug in references.ts']],
    ['The export command should support --json', ['coder: The export command should support --json']],
    ['parsePlan fails on null steps', ['coder: parsePlan fails on null steps']],
    [
      'Rename stepClass to classOfStep and update its callers',
      ['refactor: Rename stepClass to classOfStep', 'coder: update its callers'],
    ],
    [
      'Add a flag, then document it in README.md and write tests',
      ['coder: Add a flag', 'writer: document it in README.md', 'coder: write tests'],
    ],
    [
      'Add a flag, test it and then describe it in docs/guide.md',
      ['coder: Add a flag', 'tester: test it', 'writer: describe it in docs/guide.md'],
    ],
    ['Add a flag and explain it in the README', ['coder: Add a flag', 'writer: explain it in the README']],
    ['Add a flag and explain why', ['coder: Add a flag and explain why']],
    ['Add tests and support for Windows', ['coder: Add tests and support for Windows']],
    [
      '1. Add a store\n2. Write its tests\n3. Run the tests',
      ['coder: Add a store', 'coder: Write its tests', 'tester: Run the tests'],
    ],
    ['Update dependencies', ['deps: Update dependencies']],
    ['Run `npm run build`', ['shell: Run `npm run build`']],
    ['Run the migration', ['coder: Run the migration']],
    [
      'Adicione um comando export e depois escreva testes',
      ['coder: Adicione um comando export', 'coder: escreva testes'],
    ],
    [
      'Refatorar o módulo de plano e atualizar o README.md',
      ['refactor: Refatorar o módulo de plano', 'writer: atualizar o README.md'],
    ],
    [
      'Round the totals in src/total.js to cents and then test it',
      ['coder: Round the totals in src/total.js to cents', 'tester: test it'],
    ],
    ['In the export module, run the tests', ['tester: run the tests']],
    ['Read the README and run the tests', ['tester: run the tests']],
    ['Add a flag. It must be off by default.', ['coder: Add a flag. It must be off by default.']],
  ])('%s', (task, orders) => {
    expect(ordersOf(task)).toEqual(orders);
  });

  it.each([
    ['Fix the crash', true],
    ['Corrija o erro de leitura', true],
    ['parsePlan fails on null steps', true],
    ['Add a flag', false],
  ])('mends something or not: %s', (task, isFix) => {
    expect(readTask(task)).toMatchObject({ type: 'change', isFix });
  });

  it('has a bounded number of orders; what is more goes to the last', () => {
    const task = Array.from({ length: 30 }, (_, place) => `${place + 1}. Add part ${place + 1}`).join('\n');
    const reading = readTask(task);
    expect(reading.type === 'change' ? reading.orders : []).toHaveLength(8);
    expect(reading.type === 'change' ? reading.orders.at(-1)?.text : '').toContain('Add part 30');
  });
});
