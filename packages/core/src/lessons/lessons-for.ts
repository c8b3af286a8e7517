import { foldAccents, wordsOf } from '../explore/words.js';
import { type ErrorCode, errorCodes } from '../shared/errors.js';
import { fenced } from '../shared/fenced.js';
import type { KeptLesson, Lesson } from './lesson.js';

/** Words that say nothing about what a task is about. */
const common = new Set(
  `a about after again all also an and any are as at be before but by can do does each every find first for from give goal has
  have how if in into is it its let list look make new no not of on one only or other out over read see should show so step
  task than that the their them then there these they this those to up use via was what when where which who why will with
  write you`.split(/\s+/),
);
const fewestShared = 2;
const leastLike = 0.15;

/** Failures that say nothing about how to plan: nobody could be reached, or the money was spent. */
const aboutNoPlan: ReadonlySet<string> = new Set<ErrorCode>(['model-unavailable', 'budget-spent']);

/**
 * The lessons that resemble a task by its words, the most alike first, at most `limit`. The same for the same lessons in any
 * order.
 */
export function lessonsFor(task: string, lessons: readonly KeptLesson[], limit = 5): readonly KeptLesson[] {
  const wanted = keywords(task);
  return lessons
    .filter(isAboutPlans)
    .map((lesson) => ({
      lesson,
      likeness: likeness(wanted, keywords(`${lesson.situation}\n${lesson.tags.join(' ')}`)),
    }))
    .filter((found) => found.likeness >= leastLike)
    .sort(
      (a, b) =>
        b.likeness - a.likeness || helpful(b.lesson) - helpful(a.lesson) || (a.lesson.id < b.lesson.id ? -1 : 1),
    )
    .slice(0, limit)
    .map(({ lesson }) => lesson);
}

function isAboutPlans({ tags }: Lesson): boolean {
  const codes = tags.filter((tag) => errorCodes.some((code) => code === tag));
  return codes.length === 0 || codes.some((code) => !aboutNoPlan.has(code));
}

function helpful({ correction }: Lesson): number {
  return correction === undefined ? 0 : 1;
}

/** 0 to 1: the words both have, against how many there are; 0 where one shared word may be chance. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((word) => other.has(word)).length;
  if (shared < Math.min(fewestShared, one.size)) return 0;
  return shared === 0 ? 0 : shared / Math.sqrt(one.size * other.size);
}

function keywords(text: string): ReadonlySet<string> {
  const words = wordsOf(text).map(({ text: word }) => foldAccents(word));
  return new Set(words.filter((word) => word.length > 1 && !common.has(word)));
}

/** Lessons for a prompt, as data; empty where there are none. */
export function lessonsText(lessons: readonly Lesson[]): string {
  if (lessons.length === 0) return '';
  const told = lessons.map(({ situation, mistake, correction }) =>
    [
      `Situation: ${oneLine(situation)}`,
      `What went wrong: ${oneLine(mistake)}`,
      correction === undefined ? 'Nothing was found that helped.' : `What helped: ${oneLine(correction)}`,
    ].join('\n'),
  );
  return [
    'Earlier runs of this project failed at things like this. Plan so that it does not happen again, where it applies:',
    fenced('lessons', told.join('\n\n')),
  ].join('\n');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
