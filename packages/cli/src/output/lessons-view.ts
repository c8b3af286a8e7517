import type { KeptLesson } from '@planwright/core';
import { plainLine } from './plain-text.js';
import { style } from './style.js';

/** Each lesson with its name, what went wrong and what helped. */
export function lessonsView(lessons: readonly KeptLesson[]): string {
  return lessons.map(lessonLines).join('\n\n');
}

function lessonLines({ id, situation, mistake, correction, tags, run, step }: KeptLesson): string {
  const where = step === undefined ? run : `${run} ${step}`;
  return [
    `${style('bold', id)}  ${style('dim', `${tags.join(', ')} (${where})`)}`,
    `  situation   ${plainLine(situation)}`,
    `  mistake     ${plainLine(mistake)}`,
    `  correction  ${correction === undefined ? style('dim', 'none was found') : plainLine(correction)}`,
  ].join('\n');
}
