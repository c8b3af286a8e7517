import { describe, expect, it } from 'vitest';
import { mergeExplorations, type MergedExploration } from '../../explore/merge-explorations.js';
import { areaTask } from './area-task.js';
import { splitIntoAreas } from './split-into-areas.js';

/** An exploration that found these files, all to be changed unless their relevance says otherwise. */
function exploring(files: Readonly<Record<string, number>>, role: 'modify_target' | 'context_only' = 'modify_target') {
  const found = Object.entries(files).map(([path, relevance]) => ({
    ...{ path, relevance, role },
    rationale: 'it is concerned',
    symbols: [],
  }));
  return mergeExplorations([
    {
      ...{ angle: 'general', structure: [], files: found, patterns: [], dependencies: [], integrationPoints: [] },
      ...{ constraints: [], questions: [], cause: undefined, reproduction: [], fixHints: [] },
    },
  ]);
}

const shown = (task: string, exploration: MergedExploration | undefined, wanted: number) => {
  const { areas, notes } = splitIntoAreas(task, exploration, wanted);
  return {
    areas: areas.map(({ name, files }) => `${name}: ${files.join(' ')}`),
    notes,
    ids: areas.map(({ ids }) => ids),
  };
};

const three = exploring({ 'packages/api/a.ts': 0.9, 'packages/store/s.ts': 0.8, 'packages/web/w.ts': 0.7 });

describe('splitIntoAreas', () => {
  it('makes an area of every part of the project that is touched, the weightiest first, each with ids of its own', () => {
    expect(shown('t', three, 3)).toEqual({
      areas: [
        'packages-api: packages/api/a.ts',
        'packages-store: packages/store/s.ts',
        'packages-web: packages/web/w.ts',
      ],
      notes: [],
      ids: [
        { first: 1, last: 100 },
        { first: 101, last: 200 },
        { first: 201, last: 300 },
      ],
    });
  });

  it('is the same for the same, in whatever order files were found', () => {
    const turned = exploring({ 'packages/web/w.ts': 0.7, 'packages/store/s.ts': 0.8, 'packages/api/a.ts': 0.9 });
    expect(splitIntoAreas('t', turned, 3)).toEqual(splitIntoAreas('t', three, 3));
  });

  it('says why there are fewer areas than were asked for', () => {
    const { areas, notes } = shown('t', three, 5);
    expect(areas).toHaveLength(3);
    expect(notes).toEqual(['3 areas instead of 5: the task has 3 parts (packages/api; packages/store; packages/web)']);
  });

  it('puts parts together where there are more of them than areas, and says so', () => {
    const { areas, notes } = shown('t', three, 2);
    expect(areas).toEqual(['packages-api: packages/api/a.ts', 'packages-store: packages/store/s.ts packages/web/w.ts']);
    expect(notes).toEqual([
      '3 parts of the task are planned in 2 areas: packages-store is packages/store and packages/web',
    ]);
  });

  it('never makes fewer than 2 or more than 5 areas of a task that has parts', () => {
    const many = exploring(Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`packages/p${n}/a.ts`, 0.9])));
    expect([-1, 1, 9, 99].map((wanted) => splitIntoAreas('t', many, wanted).areas.length)).toEqual([2, 2, 5, 5]);
  });

  it('gives what is changed outside all parts to the first area, and everything to one area only', () => {
    const { areas } = splitIntoAreas(
      't',
      exploring({ 'packages/api/a.ts': 0.9, 'packages/web/w.ts': 0.8, 'README.md': 0.9 }),
      2,
    );
    expect(areas.map(({ files }) => files)).toEqual([['packages/api/a.ts', 'README.md'], ['packages/web/w.ts']]);
  });

  it('goes by the folders that are concerned where one part of the project is touched', () => {
    const { areas } = shown('t', exploring({ 'src/core/plan/a.ts': 0.9, 'src/core/check/b.ts': 0.6 }), 2);
    expect(areas).toEqual(['src-core-plan: src/core/plan/a.ts', 'src-core-check: src/core/check/b.ts']);
  });

  it('goes by the items that the task lists where nothing was explored', () => {
    const task = 'Do this:\n- cache the list in src/list.ts\n2) drop the old flag\n* 日本語で書く\n';
    expect(shown(task, undefined, 3).areas).toEqual([
      'cache-the-list-in: src/list.ts',
      'drop-the-old-flag: ',
      'area-3: ',
    ]);
  });

  it('keeps items with the same words apart', () => {
    const names = splitIntoAreas('- add the new flag here\n- add the new flag there', undefined, 2).areas.map(
      ({ name }) => name,
    );
    expect(new Set(names).size).toBe(2);
  });

  it.each([
    ['one part', exploring({ 'src/a.ts': 0.9, 'src/b.ts': 0.9 }), 'all of it is in src'],
    ['nothing explored', undefined, 'the project was not explored, and the task lists no items'],
    ['nothing found', exploring({}), 'no part of the project was found that it touches, and it lists no items'],
  ])('is the whole task, with the reason, where it has no parts: %s', (_, exploration, why) => {
    const { areas, notes } = splitIntoAreas('rename it', exploration, 4);
    expect(areas).toHaveLength(1);
    expect(notes).toEqual([`the task was planned as a whole instead of in areas: ${why}`]);
  });
});

describe('areaTask', () => {
  it('has all of the task, what is theirs, the ids to use, and how to name what others plan', () => {
    const { areas } = splitIntoAreas('Limit the callers.', three, 3);
    const text = areaTask('Limit the callers.', areas[1]!, areas);
    expect(text).toMatch(/^Limit the callers\.\n/);
    expect(text).toContain('called packages-store: packages/store.');
    expect(text).toContain('packages/store/s.ts');
    expect(text).toContain('At most 6 steps, with the ids TASK-101 to TASK-200.');
    expect(text).toContain('packages-api, packages-web');
    expect(text).toContain('"needs": ["packages-api: what it needs"]');
  });
});
