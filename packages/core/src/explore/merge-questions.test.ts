import { describe, expect, it } from 'vitest';
import type { FoundQuestion } from './angle-finding.js';
import { assumptionsFrom, mergeQuestions, questionRounds, recommendedAnswers } from './merge-questions.js';

const ask = (question: string, changes: Partial<FoundQuestion> = {}): FoundQuestion => ({
  question,
  context: '',
  options: [],
  recommended: undefined,
  ...changes,
});

describe('mergeQuestions', () => {
  it('merges what means the same, by its words and not its letters', () => {
    const questions = mergeQuestions([
      { angle: 'security', questions: [ask('Should limits apply per API key?', { options: ['Key', 'IP'] })] },
      {
        angle: 'patterns',
        questions: [
          ask('Do the limits apply per api key', {
            context: 'both reach it',
            options: ['key', 'Both'],
            recommended: 1,
          }),
        ],
      },
    ]);
    expect(questions).toEqual([
      {
        id: 'Q1',
        question: 'Should limits apply per API key?',
        context: 'both reach it',
        options: ['Key', 'IP', 'Both'],
        recommended: 'Both',
        angles: ['security', 'patterns'],
      },
    ]);
  });

  it('keeps apart what only sounds alike', () => {
    const questions = mergeQuestions([
      { angle: 'a', questions: [ask('Which port should the server use?'), ask('Which port should the client use?')] },
    ]);
    expect(questions).toHaveLength(2);
  });

  it('keeps apart what is asked about different files, however alike the words', () => {
    const missing = (path: string): FoundQuestion => ask(`The task names ${path}, which is not there. Create it?`);
    const questions = mergeQuestions([
      { angle: 'a', questions: [missing('src/limits.js'), missing('src/rates.js')] },
      { angle: 'b', questions: [missing('src/rates.js')] },
    ]);
    expect(questions.map(({ angles }) => angles)).toEqual([['a', 'b'], ['a']]);
  });

  it('puts first what most angles ask, and else keeps the order', () => {
    const questions = mergeQuestions([
      { angle: 'a', questions: [ask('Keep the old flag?'), ask('Log to a file?')] },
      { angle: 'b', questions: [ask('Log to a file?'), ask('Which format?')] },
    ]);
    expect(questions.map(({ question }) => question)).toEqual([
      'Log to a file?',
      'Keep the old flag?',
      'Which format?',
    ]);
  });

  it('recommends the first option where nobody did, and the least change where there is none', () => {
    const questions = mergeQuestions([
      { angle: 'a', questions: [ask('Which colour?', { options: ['Red', 'Blue'] }), ask('Why at all?')] },
    ]);
    expect(questions.map(({ recommended }) => recommended)).toEqual([
      'Red',
      'whatever changes the least of what is there',
    ]);
  });
});

describe('questionRounds', () => {
  it('asks at most four at once', () => {
    const names = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta', 'theta', 'iota'];
    const rounds = questionRounds(mergeQuestions([{ angle: 'a', questions: names.map((name) => ask(name)) }]));
    expect(rounds.map((round) => round.length)).toEqual([4, 4, 1]);
    expect(questionRounds([])).toEqual([]);
  });
});

describe('assumptionsFrom', () => {
  it('tells what nobody answered, and not what somebody did', () => {
    const questions = mergeQuestions([{ angle: 'a', questions: [ask('Per key\nor IP?', { options: ['Key'] })] }]);
    expect(
      assumptionsFrom([...recommendedAnswers(questions), { question: 'Which?', answer: 'This', by: 'person' }]),
    ).toEqual(['Per key or IP? Assumed, since nobody was asked: Key']);
  });
});
