import { describe, expect, it } from 'vitest';
import { assessTask } from './assess-task.js';
import { routeTask, scopeOf, type TaskScope } from './route-task.js';

const routed = (task: string, more: Partial<TaskScope> = {}) =>
  routeTask(assessTask(task), { ...scopeOf(task), ...more });
const ofLength = (length: number): string => 'x'.repeat(length);

describe('routeTask', () => {
  it.each([
    ['fewer than 200 characters without structural words', ofLength(199), 'low'],
    ['200 characters', ofLength(200), 'medium'],
    ['500 characters', ofLength(500), 'medium'],
    ['more than 500 characters', ofLength(501), 'high'],
    ['a word for another structure', 'Refactor the parser', 'high'],
    ['the same in Portuguese', 'Refatore a arquitetura do módulo', 'high'],
    ['words that only look like one', 'Use the refactory of architects.txt and src/refactor.ts', 'low'],
    ['a score of 4', 'Create a.ts, rename b.ts', 'medium'],
    ['nothing', '', 'low'],
    ['only emoji', '🚀🔥', 'low'],
    ['100 kB', 'palavra '.repeat(12_500), 'high'],
    ['another language', '在当前前端基础上开发用户认证功能', 'low'],
  ])('%s', (_, task, level) => {
    expect(routed(task).level).toBe(level);
  });

  it('counts characters, not code units', () => {
    expect(routed('🚀'.repeat(199)).level).toBe('low');
  });

  it('is raised by what exploration finds, and never lowered', () => {
    expect(routed('Add a flag', { modules: ['core'] }).level).toBe('low');
    expect(routed('Add a flag', { modules: ['cli', 'core'] })).toMatchObject({
      level: 'medium',
      reasons: ['it touches 2 parts of the project: cli, core', 'it is 10 characters long, fewer than 200'],
    });
    expect(routed('Add a flag', { modules: ['cli', 'core', 'web'] }).level).toBe('high');
    expect(routed(ofLength(501), { modules: ['cli', 'core'] }).level).toBe('high');
  });

  it('is what a person says it is', () => {
    expect(routed('Refactor everything', { override: 'low' })).toEqual({
      level: 'low',
      reasons: ['somebody said that it is low'],
      angles: { least: 1, most: 1 },
    });
  });

  it('gives each level its number of angles', () => {
    expect(routed(ofLength(300)).angles).toEqual({ least: 2, most: 3 });
    expect(routed(ofLength(600)).angles).toEqual({ least: 3, most: 5 });
  });

  it('gives every reason, the weightiest first', () => {
    expect(routed('Refactor a.ts, then rename b.ts and test c.ts').reasons).toEqual([
      'it asks for another structure: refactor',
      'it scores 7 of 10',
      'it is 45 characters long, fewer than 200',
    ]);
  });
});
