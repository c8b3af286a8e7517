import { describe, expect, it } from 'vitest';
import { foldText, stemOf, wordsIn } from './words.js';

describe('wordsIn', () => {
  it.each([
    ['parsePlanFile', ['parse', 'plan', 'file']],
    ['parse_plan-file.ts', ['parse', 'plan', 'file', 'ts']],
    ['HTTPServer2', ['http', 'server', '2']],
    ['MAX_STEPS', ['max', 'steps']],
    ['a step’s class', ['a', 'step', 's', 'class']],
    ['Configuração de ÁUDIO', ['configuracao', 'de', 'audio']],
  ])('%s', (text, words) => {
    expect(wordsIn(text)).toEqual(words);
  });
});

describe('foldText', () => {
  it('takes case and accents away', () => {
    expect(foldText('Configuração')).toBe('configuracao');
    expect(foldText('PLAIN')).toBe('plain');
  });
});

describe('stemOf', () => {
  it.each([
    ['store', 'stores', 'stored', 'storing', 'storer'],
    ['run', 'runs', 'running', 'runner'],
    ['retry', 'retries', 'retried'],
    ['define', 'defined', 'definition', 'definitions'],
    ['configure', 'configuration'],
    ['approve', 'approved', 'approval'],
    ['class', 'classes'],
    ['dependency', 'dependencies'],
    ['plan', 'planner', 'planning'],
  ])('gives the forms of one word one stem: %s', (...forms) => {
    expect(new Set(forms.map(stemOf)).size).toBe(1);
  });

  it.each([
    ['state', 'start'],
    ['plan', 'place'],
    ['code', 'node'],
    ['class', 'clash'],
    ['error', 'err'],
  ])('keeps %s and %s apart', (one, other) => {
    expect(stemOf(one)).not.toBe(stemOf(other));
  });
});
