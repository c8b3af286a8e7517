import { actionVerbsIn } from '../../explore/action-verbs.js';
import { fileMentionsIn } from '../../explore/file-mentions.js';
import { wordsOf } from '../../explore/words.js';
import { referencesIn } from '../../plan/references.js';
import { hasAnchor } from '../anchor.js';
import { minor, type Rule } from '../finding.js';

const most = { verbs: 5, files: 5, characters: 1_500 } as const;
const fewestWords = 3;
/** Scripts that put no blanks between words: four of their letters are a phrase. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{4}/u;

/** A step is one piece of work: small enough to retry as a whole, large enough to say what it is. */
export const stepSize: Rule = {
  name: 'step-size',
  dimension: 'granularity',
  check: ({ steps }) =>
    steps.flatMap(({ label, task }) => {
      if (task.trim() === '') return [];
      const words = task.length > most.characters ? most.characters : wordsOf(task).length;
      const reason = words < fewestWords ? tooThin(task) : tooCoarse(task, words);
      return reason === undefined ? [] : [minor(label, `step "${label}" ${reason}`)];
    }),
};

function tooCoarse(task: string, words: number): string | undefined {
  if (task.length > most.characters) return `is too coarse: its task has ${task.length} characters; split it`;
  // Six acts or files take six words: most tasks need no closer look.
  if (words <= Math.min(most.verbs, most.files)) return undefined;
  const verbs = actionVerbsIn(task);
  if (verbs.length > most.verbs)
    return `is too coarse: it asks for ${verbs.length} acts (${verbs.join(', ')}); split it`;
  const files = fileMentionsIn(task);
  return files.length > most.files ? `is too coarse: its task names ${files.length} files; split it` : undefined;
}

/** `Summarise #E1` and `npm test` are short and say everything. */
function tooThin(task: string): string | undefined {
  if (task.length > 200 || unspaced.test(task)) return undefined;
  if (referencesIn(task).length > 0 || hasAnchor(task)) return undefined;
  return `says too little: "${task.trim()}" leaves open what is to be done`;
}
