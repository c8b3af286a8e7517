import { describe, expect, it } from 'vitest';
import { createExplore } from '../../create-explore.js';
import type { WorkspaceReader } from '../../ports/workspace-reader.js';
import { aProject } from '../../testing/temporary-project.js';
import { createOfflineExplorer } from '../explorations/offline-explorer.js';
import { createWorkspaceStates } from '../explorations/workspace-state.js';
import { createNodeWorkspaceReader } from '../node-workspace-reader.js';
import { createOfflinePlanner } from '../offline-planner.js';
import { understandTask } from './inquiry.js';
import { sourcesIn } from './sources.js';
import { surveyWorkspace } from './survey.js';

const { signal } = new AbortController();
const task = 'Where is the discount limit decided?';
const files = {
  'src/price.js': 'export const discountLimit = 5;\nexport function totalPrice(items) {\n  return discountLimit;\n}\n',
  'src/other.js': 'export const nothing = 1;\n',
};

type Watched = WorkspaceReader & { readonly seen: { lists: number; reads: string[] } };

function watched(root: string): Watched {
  const reader = createNodeWorkspaceReader(root);
  const seen: Watched['seen'] = { lists: 0, reads: [] };
  return {
    ...reader,
    seen,
    list: (options) => {
      seen.lists += 1;
      return reader.list(options);
    },
    readListed: (file, options) => {
      seen.reads.push(file.path);
      return reader.readListed(file, options);
    },
  };
}

describe('a survey of the project', () => {
  it('is not made again for words that were looked for in the same listing', async () => {
    const reader = watched(await aProject(files));
    const sources = sourcesIn(await reader.list({ signal }), reader);
    const wide = await surveyWorkspace(sources, understandTask('the discount limit of nothing'), { signal });
    expect(wide.hits.map(({ file }) => file.path)).toEqual(['src/other.js', 'src/price.js']);
    reader.seen.reads.length = 0;
    const narrow = await surveyWorkspace(sources, understandTask('the discount limit'), { signal });
    expect(reader.seen.reads).toEqual([]);
    expect(narrow.hits.map(({ file, counts }) => [file.path, [...counts.keys()]])).toEqual([
      ['src/price.js', ['discount', 'limit']],
    ]);
  });

  it('is made again for other words, and for files that were listed again', async () => {
    const reader = watched(await aProject(files));
    const sources = sourcesIn(await reader.list({ signal }), reader);
    await surveyWorkspace(sources, understandTask('the discount limit'), { signal });
    expect((await surveyWorkspace(sources, understandTask('nothing else'), { signal })).hits).toHaveLength(1);
    reader.seen.reads.length = 0;
    await surveyWorkspace(reader, understandTask('the discount limit'), { signal });
    expect(reader.seen.reads).toHaveLength(2);
  });

  it('serves exploring and planning of one task: the tree is listed once and searched once', async () => {
    const root = await aProject(files);
    const reader = watched(root);
    const states = createWorkspaceStates(root, reader);
    const explorer = createOfflineExplorer({ reader, states });
    const explore = createExplore({ explorer, clock: { now: () => '2026-01-01T00:00:00.000Z' } });
    await explore(task, { explore: true, clarify: 'ask' }, { signal });
    reader.seen.reads.length = 0;
    const drafted = await createOfflinePlanner({ reader, states }).draft(task, { signal });
    expect(drafted.ok).toBe(true);
    expect(reader.seen.lists).toBe(1);
    expect(reader.seen.reads).not.toContain('src/other.js');
  });
});
