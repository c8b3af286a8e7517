import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import {
  createRedactor,
  type KeptLesson,
  keptLesson,
  type Lesson,
  lessonSchema,
  parseJson,
  PlanwrightError,
  type Redact,
} from '@planwright/core';
import type { LessonStore } from '../ports/lesson-store.js';
import { describeReadFailure } from './read-failure.js';

export type LessonFileOptions = { readonly redact?: Redact };

const maxBytes = 16 * 1024 * 1024;
/** A link or pipe in the file's place is neither followed nor waited for; Windows has neither flag. */
const noDetours = (constants.O_NOFOLLOW || 0) | (constants.O_NONBLOCK || 0);

/**
 * Lessons in a file of JSON lines. Safe for several processes without a lock: lines are only ever appended, each append is
 * one write, and a lesson is removed by blanks over its line, so that no line ever moves. Lines that cannot be read are left
 * as they are.
 */
export function createLessonFileStore(
  file: string,
  { redact = createRedactor([]) }: LessonFileOptions = {},
): LessonStore {
  const lines = (): Promise<readonly Line[]> => readLines(file);
  return {
    add: async (lessons) => {
      const known = new Set((await lines()).flatMap(({ lesson }) => lesson?.id ?? []));
      const added = unique(lessons.map((lesson) => keptLesson(withoutSecrets(lesson, redact)))).filter(
        ({ id }) => !known.has(id),
      );
      if (added.length > 0) await append(file, added);
      return added;
    },
    list: async () => {
      const all = await lines();
      return {
        lessons: unique(all.flatMap(({ lesson }) => lesson ?? [])),
        notes: all.flatMap(({ lesson, number }) =>
          lesson ? [] : [`${file}:${number} is not a lesson and is left alone`],
        ),
      };
    },
    remove: async (id) => {
      const found = (await lines()).filter(({ lesson }) => lesson?.id === id);
      if (found.length > 0) await blankOut(file, found);
      return found.length > 0;
    },
  };
}

type Line = {
  readonly number: number;
  /** In bytes, without the line's end. */
  readonly start: number;
  readonly length: number;
  readonly lesson: KeptLesson | undefined;
};

const lineEnd = 0x0a;

async function readLines(file: string): Promise<readonly Line[]> {
  const bytes = await readBytes(file);
  const lines: Line[] = [];
  let number = 0;
  for (let start = 0; start < bytes.length; number += 1) {
    const end = bytes.indexOf(lineEnd, start);
    const length = (end === -1 ? bytes.length : end) - start;
    const text = bytes.toString('utf8', start, start + length);
    if (text.trim() !== '') lines.push({ number: number + 1, start, length, lesson: readLesson(text) });
    start += length + 1;
  }
  return lines;
}

/** The id is made from the content: what a line says of its own id does not count. */
function readLesson(text: string): KeptLesson | undefined {
  const json = parseJson(text);
  const parsed = json.ok ? lessonSchema.safeParse(json.value) : undefined;
  return parsed?.success ? keptLesson(parsed.data) : undefined;
}

async function readBytes(file: string): Promise<Buffer> {
  try {
    return await withFile(file, constants.O_RDONLY, async (handle) => {
      const status = await handle.stat();
      if (!status.isFile()) throw new Error('it is not a file');
      if (status.size > maxBytes) throw new Error(`it has ${status.size} bytes; at most ${maxBytes} are read`);
      return handle.readFile();
    });
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return Buffer.alloc(0);
    throw new PlanwrightError('file-unreadable', `the lessons in ${file} cannot be read: ${reasonOf(cause)}`, {
      cause,
      details: { file },
    });
  }
}

/** One write, so that no other process's line comes in between; a line that a crash cut off is ended first. */
async function append(file: string, lessons: readonly KeptLesson[]): Promise<void> {
  const { O_RDWR, O_APPEND, O_CREAT } = constants;
  await writing(file, O_RDWR | O_APPEND | O_CREAT, async (handle) => {
    const { size } = await handle.stat();
    const last = Buffer.alloc(1);
    if (size > 0) await handle.read(last, 0, 1, size - 1);
    const text = lessons.map((lesson) => `${JSON.stringify(lesson)}\n`).join('');
    await handle.appendFile(size > 0 && last[0] !== lineEnd ? `\n${text}` : text);
  });
}

async function blankOut(file: string, lines: readonly Line[]): Promise<void> {
  await writing(file, constants.O_RDWR, async (handle) => {
    for (const { start, length } of lines) await handle.write(Buffer.alloc(length, ' '), 0, length, start);
  });
}

async function writing(file: string, flags: number, work: (handle: FileHandle) => Promise<void>): Promise<void> {
  try {
    await withFile(file, flags, work);
  } catch (cause) {
    throw new PlanwrightError('store-unwritable', `the lessons in ${file} cannot be written: ${reasonOf(cause)}`, {
      cause,
      details: { file },
    });
  }
}

async function withFile<Result>(
  file: string,
  flags: number,
  work: (handle: FileHandle) => Promise<Result>,
): Promise<Result> {
  const handle = await open(file, flags | noDetours, 0o600);
  try {
    return await work(handle);
  } finally {
    await handle.close();
  }
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error && !('code' in cause) ? cause.message : describeReadFailure(cause);
}

function withoutSecrets(lesson: Lesson, redact: Redact): Lesson {
  const { situation, mistake, correction } = lesson;
  return {
    ...lesson,
    situation: redact(situation),
    mistake: redact(mistake),
    ...(correction === undefined ? {} : { correction: redact(correction) }),
  };
}

function unique(lessons: readonly KeptLesson[]): readonly KeptLesson[] {
  return [...new Map(lessons.toReversed().map((lesson) => [lesson.id, lesson])).values()].toReversed();
}
