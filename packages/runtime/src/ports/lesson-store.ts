import type { KeptLesson, Lesson } from '@planwright/core';

/** Lessons as they are kept, the oldest first, and what could not be read among them. */
export type KeptLessons = { readonly lessons: readonly KeptLesson[]; readonly notes: readonly string[] };

/** Keeps what failures taught. Throws `store-unwritable` or `file-unreadable` when its place is the trouble. */
export interface LessonStore {
  /** Keeps those that are not kept yet, without the secrets in them, and answers with what it kept. */
  readonly add: (lessons: readonly Lesson[]) => Promise<readonly KeptLesson[]>;
  readonly list: () => Promise<KeptLessons>;
  /** Answers whether it was there. A removed lesson is gone for good; learnt again, it is kept again. */
  readonly remove: (id: string) => Promise<boolean>;
}
