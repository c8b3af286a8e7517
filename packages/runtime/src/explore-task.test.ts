import type { AngleOrder, Findings, Look } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import { exploreTask, fromDescription } from './explore-task.js';
import { createFallbackExplorer } from './fallback-explorer.js';
import type { ExplorationCache, KeptExploration } from './ports/exploration-cache.js';
import type { Explorer } from './ports/explorer.js';
import { routeAndExplore } from './route-and-explore.js';
import { createFixedClock } from './testing/fixed-clock.js';

const signal = new AbortController().signal;

const found = (paths: readonly string[]): Findings => ({
  project_structure: '',
  relevant_files: paths.map((path) => ({
    ...{ path, relevance: 0.9, rationale: 'decides the limit', role: 'modify_target' as const },
  })),
  ...{ patterns: '', dependencies: '', integration_points: '', constraints: '', clarification_needs: [] },
});

type Ground = { state?: string; digest: string; paths: readonly string[]; fails: readonly string[] };

/** An explorer of a project that is what `ground` says, and what it was asked to do. */
function anExplorer(ground: Ground, name = 'test'): Explorer & { readonly asked: string[] } {
  const asked: string[] = [];
  const looks = (): readonly Look[] => [{ tool: 'read', args: { path: 'a.ts' }, digest: ground.digest }];
  return {
    name,
    asked,
    visit: () =>
      Promise.resolve({
        state: ground.state,
        explore: ({ angle }) => {
          asked.push(angle);
          if (ground.fails.includes(angle)) return Promise.reject(new Error(`${angle} is too dark`));
          return Promise.resolve({
            findings: found(ground.paths),
            looks: looks(),
            notes: [],
            usage: { inputTokens: 1 },
          });
        },
        lookAgain: ({ angle }: AngleOrder) => {
          asked.push(`again ${angle}`);
          return Promise.resolve(looks());
        },
      }),
  };
}

function aCache(): ExplorationCache & { readonly kept: Map<string, KeptExploration> } {
  const kept = new Map<string, KeptExploration>();
  return {
    kept,
    find: ({ id }) => {
      const one = kept.get(id);
      return Promise.resolve({ ...(one ? { kept: one, file: `${id}.json` } : {}), notes: [] });
    },
    keep: (one) => Promise.resolve((kept.set(one.id, one), `${one.id}.json`)),
  };
}

const ground = (changes: Partial<Ground> = {}): Ground => ({
  state: 's',
  digest: 'd',
  paths: ['src/a/x.ts'],
  fails: [],
  ...changes,
});
const base = { kind: 'feature', clock: createFixedClock(), signal } as const;

describe('exploreTask', () => {
  it('looks from all angles and merges what they find', async () => {
    const explorer = anExplorer(ground());
    const progress: string[] = [];
    const options = {
      ...base,
      angles: ['patterns', 'testing'],
      explorer,
      onProgress: (text: string) => progress.push(text),
    };
    const result = await exploreTask('Add limits', options);
    expect(result).toMatchObject({ failed: [], notes: [], usage: { inputTokens: 2 } });
    expect(result.merged.files).toMatchObject([{ path: 'src/a/x.ts', angles: ['patterns', 'testing'] }]);
    expect(progress).toEqual(['patterns: 1 files', 'testing: 1 files']);
  });

  it('keeps an angle that failed from the others, with its reason', async () => {
    const explorer = anExplorer(ground({ fails: ['testing'] }));
    const result = await exploreTask('Add limits', { ...base, angles: ['patterns', 'testing'], explorer });
    expect(result.explored.map(({ angle }) => angle)).toEqual(['patterns']);
    expect(result).toMatchObject({ failed: [{ angle: 'testing', reason: 'testing is too dark' }], notes: [] });
  });

  it('says that only the description is left when all fail', async () => {
    const explorer = anExplorer(ground({ fails: ['testing'] }));
    expect(await exploreTask('Add limits', { ...base, angles: ['testing'], explorer })).toMatchObject({
      explored: [],
      notes: [fromDescription],
      merged: { files: [] },
    });
    const closed: Explorer = { name: 'x', visit: () => Promise.reject(new Error('no way in')) };
    expect(await exploreTask('Add limits', { ...base, angles: ['testing'], explorer: closed })).toMatchObject({
      failed: [{ angle: 'testing', reason: 'no way in' }],
      notes: [fromDescription],
    });
  });

  it('takes from the cache what holds in the same state, without a look', async () => {
    const [explorer, cache] = [anExplorer(ground()), aCache()];
    const options = { ...base, angles: ['patterns'], explorer, cache };
    await exploreTask('Add limits', options);
    expect((await exploreTask('limits: add', options)).explored[0]).toMatchObject({ source: 'cached' });
    expect(explorer.asked).toEqual(['patterns']);
  });

  it('looks again in another state, and remembers that it still holds', async () => {
    const [seen, cache] = [ground(), aCache()];
    const explorer = anExplorer(seen);
    const options = { ...base, angles: ['patterns'], explorer, cache };
    await exploreTask('Add limits', options);
    seen.state = 'later';
    expect((await exploreTask('Add limits', options)).explored[0]?.source).toBe('cached');
    expect((await exploreTask('Add limits', options)).explored[0]?.source).toBe('cached');
    expect(explorer.asked).toEqual(['patterns', 'again patterns']);
    expect([...cache.kept.values()].map(({ state }) => state)).toEqual(['later']);
  });

  it('explores anew what a change has made untrue, what another finds, and what is asked for', async () => {
    const [seen, cache] = [ground(), aCache()];
    const explorer = anExplorer(seen);
    const options = { ...base, angles: ['patterns'], explorer, cache };
    await exploreTask('Add limits', options);
    Object.assign(seen, { state: 'later', digest: 'other' });
    expect((await exploreTask('Add limits', options)).explored[0]?.source).toBe('new');
    expect((await exploreTask('Add limits', { ...options, refresh: true })).explored[0]?.source).toBe('new');
    expect(
      (await exploreTask('Add limits', { ...options, explorer: anExplorer(seen, 'other') })).explored[0]?.source,
    ).toBe('new');
    expect((await exploreTask('Add limits', { ...options, kind: 'fix' })).explored[0]?.source).toBe('new');
  });

  it('knows what it found though it cannot be kept', async () => {
    const cache: ExplorationCache = { ...aCache(), keep: () => Promise.reject(new Error('the disk is full')) };
    const result = await exploreTask('Add limits', {
      ...base,
      angles: ['patterns'],
      explorer: anExplorer(ground()),
      cache,
    });
    expect(result).toMatchObject({ explored: [{ source: 'new' }], notes: ['the disk is full'] });
  });

  it('ends with the signal’s reason', async () => {
    const stop = new AbortController();
    const explorer: Explorer = {
      name: 'slow',
      visit: () => {
        stop.abort(new Error('enough'));
        return Promise.reject(new Error('interrupted'));
      },
    };
    const options = { ...base, angles: ['patterns'], explorer, signal: stop.signal };
    await expect(exploreTask('Add limits', options)).rejects.toThrow('enough');
  });
});

describe('routeAndExplore', () => {
  it('takes one search pass for a low task', async () => {
    const [explorer, searcher] = [anExplorer(ground()), anExplorer(ground(), 'search')];
    const result = await routeAndExplore('Add a flag', { ...base, explorer, searcher });
    expect(result.route.level).toBe('low');
    expect([explorer.asked, searcher.asked]).toEqual([[], ['general']]);
  });

  it('explores from more angles where the project shows that the task reaches further', async () => {
    const explorer = anExplorer(ground({ paths: ['src/a/x.ts', 'src/b/x.ts', 'src/c/x.ts'] }));
    const result = await routeAndExplore('Add a flag', { ...base, explorer });
    expect(result).toMatchObject({ raisedFrom: 'low', route: { level: 'high' } });
    expect(result.route.reasons[0]).toBe('it touches 3 parts of the project: src/a, src/b, src/c');
    expect(explorer.asked).toEqual(['general', 'patterns', 'integration-points', 'testing']);
    expect(result.merged.angles).toEqual(explorer.asked);
    expect(result.usage).toEqual({ inputTokens: 4 });
  });

  it('does what a person says: so many angles, or these', async () => {
    const explorer = anExplorer(ground());
    expect(await routeAndExplore('Add a flag', { ...base, explorer, complexity: 'medium' })).toMatchObject({
      route: { level: 'medium', reasons: ['somebody said that it is medium'] },
      presets: [{ name: 'feature', words: [] }],
    });
    expect(explorer.asked).toEqual(['patterns', 'integration-points']);
    const own = anExplorer(ground({ paths: ['a/x.ts', 'b/x.ts', 'c/x.ts'] }));
    await routeAndExplore('Add a flag', { ...base, explorer: own, angles: ['caching'] });
    expect(own.asked).toEqual(['caching']);
  });
});

describe('createFallbackExplorer', () => {
  it('lets the other look where the first one fails, and says so', async () => {
    const [first, second] = [
      anExplorer(ground({ fails: ['testing'] }), 'model'),
      anExplorer(ground({ paths: ['b.ts'] }), 'offline'),
    ];
    const explorer = createFallbackExplorer(first, second);
    const result = await exploreTask('Add limits', { ...base, angles: ['patterns', 'testing'], explorer });
    expect(explorer.name).toBe('model,offline');
    expect(second.asked).toEqual(['testing']);
    expect(result).toMatchObject({ failed: [], notes: ['testing was explored by offline: testing is too dark'] });
  });

  it('fails where both do', async () => {
    const dark = ground({ fails: ['testing'] });
    const explorer = createFallbackExplorer(anExplorer(dark), anExplorer(dark));
    expect((await exploreTask('Add limits', { ...base, angles: ['testing'], explorer })).failed).toHaveLength(1);
  });
});
