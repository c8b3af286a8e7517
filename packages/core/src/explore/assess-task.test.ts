import { describe, expect, it } from 'vitest';
import { assessTask } from './assess-task.js';

describe('assessTask', () => {
  it('adds what it found and says so', () => {
    expect(assessTask('criar handler em api.go e adicionar testes em api_test.go depois rodar go test')).toEqual({
      score: 7,
      level: 'high',
      signals: {
        verbs: ['criar', 'adicionar', 'testes', 'rodar'],
        files: ['api.go', 'api_test.go'],
        sequencers: ['depois'],
      },
      reasons: [
        '4 actions: criar, adicionar, testes, rodar (+4)',
        '2 files: api.go, api_test.go (+2)',
        '1 sign of a sequence: depois (+1)',
      ],
    });
  });

  it('scores a blank text 0 and says why', () => {
    for (const task of ['', '   \n\t ']) {
      expect(assessTask(task)).toMatchObject({
        score: 0,
        level: 'low',
        reasons: ['the task names no action, no file and no sequence'],
      });
    }
  });

  it('counts at most 5 acts, 3 files and 2 sequencers, and shows all that it found', () => {
    const verbs = 'add create fix refactor write test deploy build update remove';
    const files = 'a.ts b.ts c.ts d.ts';
    const { score, level, signals, reasons } = assessTask(`${verbs} ${files} then x then y then z`);
    expect({ score, level }).toEqual({ score: 10, level: 'high' });
    expect([signals.verbs.length, signals.files.length, signals.sequencers.length]).toEqual([10, 4, 3]);
    expect(reasons[0]).toBe(
      '10 actions: add, create, fix, refactor, write, test, deploy, build and 2 more (+5, the most that counts)',
    );
  });

  it.each([
    [3, 'low', 'add, fix and test'],
    [4, 'medium', 'add, fix, test and deploy'],
    [6, 'medium', 'add, fix, test and deploy a.ts b.ts'],
    [7, 'high', 'add, fix, test and deploy a.ts b.ts c.ts'],
  ])('calls a score of %i %s', (score, level, task) => {
    expect(assessTask(task)).toMatchObject({ score, level });
  });

  // Each of these makes a careless pattern quadratic: seconds or minutes instead of milliseconds.
  it.each([
    [')'.repeat(100_000) + 'a'],
    ['.'.repeat(100_000) + 'x'],
    ['a.'.repeat(50_000)],
    ['a'.repeat(100_000)],
    [' '.repeat(100_000)],
    ['1. '.repeat(33_000)],
    ['add/'.repeat(25_000)],
    ['www.'.repeat(25_000)],
    ['then add a.ts '.repeat(7_000)],
  ])('copes with 100 kB of hostile text (case %#)', (task) => {
    expect(assessTask(task).score).toBeLessThanOrEqual(10);
  });
});
