import { join } from 'node:path';
import { createRedactor, secretValues } from '@planwright/core';
import type { LessonStore } from '@planwright/runtime';
import { createLessonFileStore } from '@planwright/runtime/node';
import type { Project } from './project.js';
import type { Environment } from './system.js';

/** What failed steps of this project taught; secrets of the environment are kept out. */
export function projectLessons({ stateFolder }: Project, env: Environment): LessonStore {
  return createLessonFileStore(join(stateFolder, 'lessons.jsonl'), { redact: createRedactor(secretValues(env)) });
}
