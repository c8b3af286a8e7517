import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runIdSchema } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import type { Workspaces } from '../../ports/workspaces.js';
import { aRepository, workspacesOf } from '../workspaces/testing/a-git-project.js';
import { createSharedView } from './shared-view.js';

const runId = runIdSchema.parse('run-test1');
const { signal } = new AbortController();

/** Views of a run in a repository, and how often one was made; the first `failing` of them fail. */
async function aView(failing = 0) {
  const real = workspacesOf(await aRepository({ 'a.txt': 'one' }));
  let made = 0;
  const view: Workspaces['view'] = (...asked) => {
    made += 1;
    return made > failing ? real.view(...asked) : Promise.reject(new Error('the disk is full'));
  };
  return { look: createSharedView({ ...real, view }), made: () => made };
}

describe('the view of a run that agents share', () => {
  it('is made once for all who ask meanwhile, and anew for who asks later', async () => {
    const { look, made } = await aView();
    const [first = '', ...others] = await Promise.all([1, 2, 3].map(() => look(runId, { signal })));
    expect(others).toEqual([first, first]);
    expect(await readFile(join(first, 'a.txt'), 'utf8')).toBe('one');
    expect(made()).toBe(1);
    await look(runId, { signal });
    expect(made()).toBe(2);
  });

  it('is not lost for the others when one of them is stopped', async () => {
    const { look } = await aView();
    const stop = new AbortController();
    const both = [look(runId, stop), look(runId, { signal })];
    stop.abort(new Error('not wanted any more'));
    await expect(both[0]).rejects.toThrow('not wanted any more');
    await expect(both[1]).resolves.toEqual(expect.any(String));
  });

  it('fails for all who asked, and is tried again for who asks later', async () => {
    const { look } = await aView(1);
    const both = await Promise.allSettled([look(runId, { signal }), look(runId, { signal })]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(look(runId, { signal })).resolves.toEqual(expect.any(String));
  });
});
