import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import * as z from 'zod';
import { canonicalJson } from '../shared/canonical-json.js';

/** What a failure taught. `correction` is what helped afterwards; it is absent where nothing did, and never made up. */
export const lessonSchema = z.object({
  situation: z.string(),
  mistake: z.string(),
  correction: z.string().optional(),
  tags: z.array(z.string()),
  /** Where it was learnt. */
  run: z.string(),
  /** The step's label; absent when the planning itself failed. */
  step: z.string().optional(),
});
export type Lesson = z.infer<typeof lessonSchema>;

/** A lesson with its name: that of its content, so that the same lesson learnt twice is one. */
export type KeptLesson = Lesson & { readonly id: string };

const idLength = 8;

export function keptLesson(lesson: Lesson): KeptLesson {
  const { situation, mistake, correction, tags } = lesson;
  const content = canonicalJson({ situation, mistake, correction: correction ?? null, tags });
  return { ...lesson, id: `lesson-${bytesToHex(sha256(utf8ToBytes(content))).slice(0, idLength)}` };
}
