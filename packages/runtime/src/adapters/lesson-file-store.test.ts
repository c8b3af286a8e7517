import { appendFile, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keptLesson, type Lesson } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import { aProject } from '../testing/temporary-project.js';
import { createLessonFileStore } from './lesson-file-store.js';

function aLesson(situation: string, changes: Partial<Lesson> = {}): Lesson {
  return { situation, mistake: 'it broke', tags: ['coder'], run: 'run-1', step: 'E1', ...changes };
}

const path = async (): Promise<string> => join(await aProject(), 'lessons.jsonl');

describe('a file of lessons', () => {
  it('is empty before there is one, and looking does not make it', async () => {
    const file = await path();
    expect(await createLessonFileStore(file).list()).toEqual({ lessons: [], notes: [] });
    await expect(readFile(file)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('keeps lessons in their order, for every process', async () => {
    const file = await path();
    const [first, second] = [aLesson('one', { correction: 'ü' }), aLesson('two')];
    expect(await createLessonFileStore(file).add([first])).toEqual([keptLesson(first)]);
    await createLessonFileStore(file).add([second]);
    expect((await createLessonFileStore(file).list()).lessons).toEqual([keptLesson(first), keptLesson(second)]);
  });

  it('keeps a lesson once, wherever it was learnt', async () => {
    const store = createLessonFileStore(await path());
    await store.add([aLesson('one'), aLesson('one', { run: 'run-2' })]);
    expect(await store.add([aLesson('one', { run: 'run-3' })])).toEqual([]);
    expect((await store.list()).lessons).toEqual([keptLesson(aLesson('one'))]);
  });

  it('merges what two processes kept at the same moment', async () => {
    const file = await path();
    const line = `${JSON.stringify(aLesson('one'))}\n`;
    await writeFile(file, line + line);
    const store = createLessonFileStore(file);
    expect((await store.list()).lessons).toHaveLength(1);
    expect(await store.remove(keptLesson(aLesson('one')).id)).toBe(true);
    expect((await store.list()).lessons).toEqual([]);
  });

  it('loses none when many are added at once', async () => {
    const file = await path();
    const lessons = Array.from({ length: 50 }, (_, index) => aLesson(`number ${index}`));
    await Promise.all(lessons.map((lesson) => createLessonFileStore(file).add([lesson])));
    const { lessons: kept, notes } = await createLessonFileStore(file).list();
    expect(notes).toEqual([]);
    expect(kept.map(({ situation }) => situation).sort()).toEqual(lessons.map(({ situation }) => situation).sort());
  });

  it('removes a lesson and its text, while others are being added', async () => {
    const file = await path();
    const store = createLessonFileStore(file);
    await store.add([aLesson('before'), aLesson('the wrong one'), aLesson('after')]);
    const [removed] = await Promise.all([
      store.remove(keptLesson(aLesson('the wrong one')).id),
      createLessonFileStore(file).add([aLesson('meanwhile')]),
    ]);
    expect(removed).toBe(true);
    expect(await readFile(file, 'utf8')).not.toContain('the wrong one');
    expect((await store.list()).lessons.map(({ situation }) => situation)).toEqual(['before', 'after', 'meanwhile']);
    expect(await store.remove('lesson-00000000')).toBe(false);
  });

  it('keeps a removed lesson when it is learnt again', async () => {
    const store = createLessonFileStore(await path());
    const [kept] = await store.add([aLesson('one')]);
    await store.remove(kept!.id);
    expect(await store.add([aLesson('one')])).toEqual([kept]);
  });

  it('leaves lines alone that it cannot read, and says which', async () => {
    const file = await path();
    const broken = ['{"situation": "cut of', '[1]', '{"situation":5}', '\u0000'];
    await writeFile(file, `\n${broken.join('\n')}`);
    const store = createLessonFileStore(file);
    await store.add([aLesson('one')]);
    await appendFile(file, '{"half');
    await store.add([aLesson('two')]);
    const { lessons, notes } = await store.list();
    expect(lessons.map(({ situation }) => situation)).toEqual(['one', 'two']);
    expect(notes).toEqual([2, 3, 4, 5, 7].map((line) => `${file}:${line} is not a lesson and is left alone`));
    await store.remove(lessons[0]!.id);
    for (const text of broken) expect(await readFile(file, 'utf8')).toContain(text);
  });

  it('goes by what a line says, not by the id it claims', async () => {
    const file = await path();
    await writeFile(file, JSON.stringify({ ...aLesson('one'), id: 'lesson-ffffffff' }));
    expect((await createLessonFileStore(file).list()).lessons).toEqual([keptLesson(aLesson('one'))]);
  });

  it('keeps no secret', async () => {
    const file = await path();
    const token = `ghp_${'a1'.repeat(15)}`;
    await createLessonFileStore(file).add([aLesson(`call with ${token}`, { mistake: token, correction: token })]);
    expect(await readFile(file, 'utf8')).not.toContain(token);
    const other = createLessonFileStore(file, { redact: (text) => text.replaceAll('Anna', '[redacted]') });
    expect(await other.add([aLesson('ask Anna')])).toMatchObject([{ situation: 'ask [redacted]' }]);
  });

  it('follows no link', async () => {
    const [file, target] = [await path(), await path()];
    await writeFile(target, '');
    await symlink(target, file);
    const store = createLessonFileStore(file);
    await expect(store.list()).rejects.toMatchObject({ code: 'file-unreadable' });
    await expect(store.add([aLesson('one')])).rejects.toMatchObject({ code: 'file-unreadable' });
    expect(await readFile(target, 'utf8')).toBe('');
  });

  it('says so when its place is none', async () => {
    const folder = await aProject({ file: '', 'folder/x': '' });
    const add = (name: string): Promise<unknown> => createLessonFileStore(join(folder, name)).add([aLesson('one')]);
    await expect(add('folder')).rejects.toMatchObject({ code: 'file-unreadable' });
    await expect(add('missing/lessons.jsonl')).rejects.toMatchObject({ code: 'store-unwritable' });
  });
});
