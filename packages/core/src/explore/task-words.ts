import { englishForms, portugueseForms } from './verb-forms.js';
import { foldAccents, wordsOf } from './words.js';

/**
 * The words of a task, folded, each once and in their order. A hyphenated word is there whole and in its parts: `bug-fix` is
 * about a bug. A path, a file and a name in code are one word each, so that `src/auth/prefix.ts` is about neither.
 */
export function taskWords(task: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const { text } of wordsOf(task)) {
    const word = foldAccents(text);
    words.add(word);
    if (/^\p{L}+(?:-\p{L}+)+$/u.test(word)) for (const part of word.split('-')) words.add(part);
  }
  return words;
}

/** Words to be recognised in a task, with their forms: nouns in the plural too, verbs as both languages inflect them. */
export type WordList = {
  readonly words?: string;
  readonly nouns?: string;
  readonly verbs?: string;
  readonly verbos?: string;
};

export function wordSet({ words = '', nouns = '', verbs = '', verbos = '' }: WordList): ReadonlySet<string> {
  const forms = [
    ...listed(words),
    ...listed(nouns).flatMap((noun) => [noun, `${noun}s`]),
    ...listed(verbs).flatMap(englishForms),
    ...listed(verbos).flatMap(portugueseForms),
  ];
  return new Set(forms.map(foldAccents));
}

function listed(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
