import { describe, expect, it } from 'vitest';
import { namedIn } from './named-in-task.js';

describe('names in a task', () => {
  it.each([
    ['Where is stepClass used?', ['stepClass']],
    ['How does EventStore relate to SQLite?', ['EventStore', 'SQLite']],
    ['What are MAX_STEPS and step_class?', ['MAX_STEPS', 'step_class']],
    ['Add --json and step-graph', ['--json', 'step-graph']],
    ['When is run.paused stored?', ['run.paused']],
    ['Find `append()` and "null step"', ['append', 'null step']],
    ['Onde está «limite total»?', ['limite total']],
  ])('%s', (task, names) => {
    expect(namedIn(task).names).toEqual(names);
  });

  it('takes a quoted question or sentence for prose', () => {
    const { names, rest } = namedIn('Answer "How does the store work?" and "a sentence of more than just six words".');
    expect(names).toEqual([]);
    expect(rest).toContain('How does the store work?');
    expect(rest).toContain('more than just six words');
  });

  it.each([
    ['Who calls discount?', ['discount']],
    ['Where is cart used?', ['cart']],
    ['Find the callers of total', ['total']],
    ['What uses it?', []],
    ['Who uses the cart?', []],
  ])('takes a plain word for a name where only a name can stand: %s', (task, names) => {
    expect(namedIn(task).names).toEqual(names);
  });

  it('takes no apostrophe for a quotation', () => {
    expect(namedIn("What's the step's class? It's 'small'.").names).toEqual(['small']);
  });

  it('takes no abbreviation for a name', () => {
    expect(namedIn('Explain it, e.g. in words, i.e. and/or so.')).toMatchObject({ names: [], paths: [] });
  });
});

describe('paths in a task', () => {
  it('takes a path in any script as a whole', () => {
    const paths = namedIn('Change packages/größe/src/größe.js and 文書/設計.md').paths.map(({ path }) => path);
    expect(paths).toEqual(['packages/größe/src/größe.js', '文書/設計.md']);
  });

  it.each([
    ['Read packages/core/src/a.ts:29.', [{ path: 'packages/core/src/a.ts', line: 29 }]],
    ['Look in cli/auth and ./docs/', [{ path: 'cli/auth' }, { path: 'docs' }]],
    ['Update README.md, Makefile and `src/x.py`', [{ path: 'src/x.py' }, { path: 'README.md' }, { path: 'Makefile' }]],
  ])('%s', (task, paths) => {
    expect(namedIn(task).paths).toEqual(paths);
  });

  it('stays fast on a long run of dots and slashes', () => {
    const started = performance.now();
    namedIn(`${'.'.repeat(100_000)} ${'a/'.repeat(50_000)} ${'-'.repeat(100_000)}`);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
