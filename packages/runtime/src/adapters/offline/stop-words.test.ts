import { describe, expect, it } from 'vitest';
import { isPortuguese, isStopWord } from './stop-words.js';

describe('isPortuguese', () => {
  it.each([
    'Onde é definido o limite de passos?',
    'Quais são os agentes?',
    'Adicione um comando e depois escreva os testes',
  ])('yes: %s', (text) => {
    expect(isPortuguese(text)).toBe(true);
  });

  it.each(['Where is the limit of steps defined?', 'Add a flag', 'parsePlan', ''])('no: %s', (text) => {
    expect(isPortuguese(text)).toBe(false);
  });
});

describe('isStopWord', () => {
  it('depends on the language', () => {
    expect(isStopWord('where', false)).toBe(true);
    expect(isStopWord('onde', true)).toBe(true);
    expect(isStopWord('come', true)).toBe(false);
    expect(isStopWord('step', false)).toBe(false);
  });
});
