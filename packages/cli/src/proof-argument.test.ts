import { expect, it } from 'vitest';
import { proofFrom } from './proof-argument.js';

const criteria = ['tests pass', 'README.md names the flag'];

it('belongs to the criterion of its number', () => {
  expect(proofFrom('2: line 14', criteria)).toEqual({ criterion: criteria[1], evidence: 'line 14', met: true });
});

it('belongs to the only criterion there is, or to what was stated', () => {
  expect(proofFrom('seen', ['tests pass'])).toEqual({ criterion: 'tests pass', evidence: 'seen', met: true });
  expect(proofFrom('seen', []).criterion).toBe('as stated by who did it');
});

it('says which one is meant', () => {
  expect(() => proofFrom('seen', criteria)).toThrow('say which of the 2 criteria');
  expect(() => proofFrom('3: seen', criteria)).toThrow('--proof names criterion 3; the step has 1 to 2');
  expect(() => proofFrom('1: seen', [])).toThrow('the step has none');
});
