import { PlanwrightError } from '@planwright/core';
import { didYouMean } from './nearest.js';

/** The one of several words that a flag names. Throws `usage-wrong`. */
export function choice<Word extends string>(flag: string, text: string, words: readonly Word[]): Word {
  const written = text.trim().toLowerCase();
  const found = words.find((word) => word === written);
  if (found !== undefined) return found;
  const meant = didYouMean(written, words);
  throw new PlanwrightError('usage-wrong', `${flag}: expected one of ${words.join(', ')}, found "${text}"${meant}`);
}
