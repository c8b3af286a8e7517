import { foldAccents } from '../explore/words.js';
import { hasAnchor } from './anchor.js';
import { vaguePattern } from './vague-lexicon.js';

/** As much as a criterion is; a limit keeps a hostile one cheap. */
const looked = 500;

/**
 * The words that make a criterion vague, or undefined where it can be measured: it says nothing vague, or it is tied to
 * something that can be looked up or run. English and Portuguese.
 */
export function vagueWords(criterion: string): string | undefined {
  if (hasAnchor(criterion)) return undefined;
  return vaguePattern.exec(foldAccents(criterion.slice(0, looked).toLowerCase()).trim())?.[0];
}
