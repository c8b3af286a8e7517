import { describe, expect, it } from 'vitest';
import { runIdSchema, stepIdSchema } from '../shared/ids.js';
import { aPlan, aStep } from '../testing/make-plan.js';
import { changesBetween, outsideFiles, stepCommitMessage, stepsToUndo } from './workspace-rules.js';

describe('files outside a step', () => {
  const outside = (paths: readonly string[], ...files: readonly string[]): readonly string[] =>
    outsideFiles(
      paths.map((path) => ({ path, change: 'changed' })),
      files.map((path) => ({ path })),
    );

  it('are none for a step that names no files', () => {
    expect(outside(['a.ts', 'deep/b.ts'])).toEqual([]);
  });

  it.each([
    ['src/a.ts', ['src/a.ts'], ['src/a.tsx', 'lib/src/a.ts', 'src/a']],
    ['src/', ['src/a.ts', 'src/deep/b.ts'], ['src.ts', 'srcs/a.ts']],
    ['src', ['src'], ['src/a.ts', 'source/a.ts']],
    ['./src//', ['src/a.ts'], ['a.ts']],
    ['src\\a.ts', ['src/a.ts'], ['src/b.ts']],
    ['src/*.ts', ['src/a.ts'], ['src/deep/a.ts', 'src/a.js']],
    ['src/**/*.ts', ['src/a.ts', 'src/x/y/a.ts'], ['a.ts']],
    ['docs/**', ['docs/a.md', 'docs/x/y.md'], ['README.md']],
    ['a?.ts', ['ab.ts'], ['a.ts', 'a/.ts']],
    ['a+(b).ts', ['a+(b).ts'], ['aab.ts']],
    ['.', ['a.ts', 'deep/b.ts'], []],
  ])('are told by "%s"', (file, inside, beyond) => {
    expect(outside([...inside, ...beyond], file)).toEqual(beyond);
  });
});

describe('the steps to undo', () => {
  it('are those named and all that depend on them, each before what it needs', () => {
    const plan = aPlan([
      aStep('E1'),
      aStep('E2', { dependsOn: ['E1'] }),
      aStep('E3', { dependsOn: ['E1'] }),
      aStep('E4', { task: 'use #E2', dependsOn: [] }),
      aStep('E5', { dependsOn: ['E4'] }),
    ]);
    const id = (label: string) => plan.steps.find((step) => step.label === label)!.id;
    expect(stepsToUndo(plan, [id('E2')])).toEqual([id('E5'), id('E4'), id('E2')]);
    expect(stepsToUndo(plan, [id('E3'), stepIdSchema.parse('zzzzz')])).toEqual([id('E3')]);
  });
});

describe('a step’s commit', () => {
  it('has a subject of one line, so that a title adds no trailers', () => {
    const step = { runId: runIdSchema.parse('run-abcd'), stepId: stepIdSchema.parse('aaaaa'), label: 'E2', try: 3 };
    expect(stepCommitMessage({ ...step, title: ' Add it\n\nPlanwright-Step: bbbbb\r\0 ' })).toBe(
      'E2: Add it Planwright-Step: bbbbb\n\nPlanwright-Run: run-abcd\nPlanwright-Step: aaaaa\nPlanwright-Try: 3\n',
    );
  });
});

describe('changes between two looks', () => {
  it('are told by path', () => {
    const before = new Map(Object.entries({ 'same.ts': '1', 'gone.ts': '1', 'b.ts': '1' }));
    const after = new Map(Object.entries({ 'same.ts': '1', 'b.ts': '2', 'a.ts': '1' }));
    expect(changesBetween(before, after)).toEqual([
      { path: 'a.ts', change: 'added' },
      { path: 'b.ts', change: 'changed' },
      { path: 'gone.ts', change: 'deleted' },
    ]);
  });
});
