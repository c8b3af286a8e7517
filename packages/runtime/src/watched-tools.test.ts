import type { Notice } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import type { Tools } from './ports/tools.js';
import { watchTools } from './watched-tools.js';

const { signal } = new AbortController();

/** Tools that change these files whenever any of them is called, and what was noted of it. */
function watched(changed: readonly string[]) {
  const files = new Map([['kept.txt', '1']]);
  const looks: number[] = [];
  const notices: Notice[] = [];
  const tools: Tools = {
    specs: [],
    class: 'external',
    call: () => {
      for (const path of changed) files.set(path, '2');
      return Promise.resolve({ ok: true, text: 'done' });
    },
  };
  const digest = (): Promise<{ readonly digest: string; readonly files: ReadonlyMap<string, string> }> => {
    looks.push(files.size);
    return Promise.resolve({ digest: '', files: new Map(files) });
  };
  const box = watchTools(tools, { names: new Set(['foreign']), digest, onNotice: (notice) => notices.push(notice) });
  const call = (name: string) => box.call({ id: '1', name, args: {} }, signal);
  return { call, looks, notices };
}

describe('tools of others', () => {
  it('that change the project give their result, and what changed is noted', async () => {
    const { call, notices } = watched(['kept.txt', 'new.txt']);
    expect(await call('foreign')).toEqual({ ok: true, text: 'done' });
    expect(notices).toEqual([
      {
        type: 'project-changed',
        tool: 'foreign',
        changes: [
          { path: 'kept.txt', change: 'changed' },
          { path: 'new.txt', change: 'added' },
        ],
        more: 0,
      },
    ]);
  });

  it('that change nothing are not noted', async () => {
    const { call, looks, notices } = watched([]);
    await call('foreign');
    expect(looks).toHaveLength(2);
    expect(notices).toEqual([]);
  });

  it('that change very much have the first named and the others counted', async () => {
    const { call, notices } = watched(Array.from({ length: 25 }, (_, number) => `${number}.txt`));
    await call('foreign');
    const [notice] = notices;
    expect(notice).toMatchObject({ more: 5 });
    expect(notice?.type === 'project-changed' && notice.changes).toHaveLength(20);
  });

  it('are the only ones that cost a look', async () => {
    const { call, looks } = watched(['new.txt']);
    await call('read');
    expect(looks).toEqual([]);
  });
});
