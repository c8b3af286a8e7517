import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { keptLesson } from '@planwright/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestFolder, type TestFolder } from '../testing/program-in.js';

const has = (text: string): unknown => expect.stringContaining(text);

const lesson = keptLesson({
  situation: 'Add a flag',
  mistake: 'no such file',
  tags: ['coder'],
  run: 'run-1',
  step: 'E1',
});
const file = '.planwright/lessons.jsonl';

function folder(lines: readonly string[] = []): TestFolder {
  const created = createTestFolder(lines.length === 0 ? {} : { [file]: `${lines.join('\n')}\n` });
  onTestFinished(() => rmSync(created.root, { recursive: true, force: true }));
  return created;
}

describe('planwright lessons', () => {
  it('says so when there are none', async () => {
    const { planwright } = folder();
    expect(await planwright(['lessons'])).toEqual({
      exit: 0,
      stdout: 'no lessons yet; failed steps leave them\n',
      stderr: '',
    });
    expect(await planwright(['lessons', '--json'])).toMatchObject({ exit: 0, stdout: '[]\n' });
  });

  it('lists them, and warns of lines that are none', async () => {
    const { planwright } = folder([JSON.stringify(lesson), '{"half']);
    expect(await planwright(['lessons'])).toMatchObject({
      exit: 0,
      stdout: has(`${lesson.id}  coder (run-1 E1)\n  situation   Add a flag`),
      stderr: has('lessons.jsonl:2 is not a lesson and is left alone'),
    });
    expect(JSON.parse((await planwright(['lessons', '--json'])).stdout)).toEqual([lesson]);
  });

  it('removes one, by its name or what makes it one', async () => {
    for (const name of [lesson.id, lesson.id.replace('lesson-', '')]) {
      const { planwright, root } = folder([JSON.stringify(lesson)]);
      expect(await planwright(['lessons', 'remove', name])).toMatchObject({
        exit: 0,
        stdout: `removed ${lesson.id}\n`,
      });
      expect(readFileSync(join(root, file), 'utf8').trim()).toBe('');
    }
  });

  it.each([
    [['remove', 'lesson-00000000'], 'there is no lesson "lesson-00000000"'],
    [['remove', `${lesson.id.slice(0, -1)}x`], `did you mean ${lesson.id}?`],
    [['remove'], 'planwright lessons remove needs <lesson>'],
    [['drop', lesson.id], 'expected "remove <lesson>" or nothing, found "drop"'],
  ])('refuses %j', async (argv, message) => {
    const { planwright } = folder([JSON.stringify(lesson)]);
    expect(await planwright(['lessons', ...argv])).toMatchObject({ exit: 2, stdout: '', stderr: has(message) });
  });
});
