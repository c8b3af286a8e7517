import { describe, expect, it } from 'vitest';
import { understandTask, withNamesAsWords } from './inquiry.js';

function wordsOf(task: string): readonly string[] {
  return understandTask(task).concepts.map(({ word }) => word);
}

describe('what a task is about', () => {
  it('is what is left without the words that only ask', () => {
    expect(wordsOf("How does a step's class get decided?")).toEqual(['step', 'class', 'decided']);
    expect(wordsOf('Onde é definido o limite de passos de um plano?')).toEqual(['limite', 'passos', 'plano']);
  });

  it('is the asking words themselves where there is nothing else', () => {
    expect(wordsOf('Find the definition')).toEqual(['definition']);
  });

  it('reads every part in its own language', () => {
    expect(wordsOf('Find what the documents say about this: Quantas tentativas um passo pode ter?')).toEqual([
      'tentativas',
      'passo',
    ]);
  });

  it('may be called otherwise in the code: in English, or by a related word', () => {
    const [attempts] = understandTask('Quantas tentativas tem um passo?').concepts;
    expect(attempts?.forms.map(({ stem }) => stem)).toEqual(expect.arrayContaining(['attempt', 'retr']));
    const [limit] = understandTask('the limit').concepts;
    expect(limit?.forms.map(({ stem }) => stem)).toContain('max');
  });

  it('weighs what is done less than what it is done to, and a change least', () => {
    const weights = Object.fromEntries(
      understandTask('Add a flag that is stored').concepts.map(({ word, weight }) => [word, weight]),
    );
    expect(weights['flag']).toBe(1);
    expect(weights['stored']).toBeLessThan(1);
    expect(weights['add']).toBeLessThan(weights['stored'] ?? 0);
  });

  it('holds things named side by side as pairs', () => {
    const { pairs } = understandTask('Which exit codes are there for the event store?');
    expect(pairs.map((pair) => pair.map(({ word }) => word))).toEqual([
      ['exit', 'codes'],
      ['event', 'store'],
    ]);
  });
});

describe('what is wanted of it', () => {
  it.each([
    ['Where is stepClass defined?', 'definitions'],
    ['Where is stepClass used?', 'uses'],
    ['Who calls stepClass?', 'uses'],
    ['Where is stepClass defined and used?', 'anything'],
    ['Which tests cover stepClass?', 'tests'],
    ['Find the tests that concern this: parsePlan', 'tests'],
    ['How are the tests run?', 'anything'],
    ['Find what the documents say about this: which tests exist?', 'documents'],
    ['Onde é declarado o limite?', 'definitions'],
    ['How does it work?', 'anything'],
  ])('%s', (task, want) => {
    expect(understandTask(task).want).toBe(want);
  });
});

describe('withNamesAsWords', () => {
  it('adds the words of the names, each once', () => {
    const inquiry = withNamesAsWords(understandTask('What is the class in stepClassTable?'));
    expect(inquiry.concepts.map(({ word }) => word)).toEqual(['class', 'step', 'table']);
  });
});

describe('a question for a number', () => {
  it('asks for a limit, where there may be so many', () => {
    const words = (task: string) => understandTask(task).concepts.map(({ word }) => word);
    expect(words('How many steps may a plan have?')).toContain('limit');
    expect(words('How many steps are there?')).not.toContain('limit');
  });
});
