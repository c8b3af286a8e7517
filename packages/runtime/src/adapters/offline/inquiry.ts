import { type Concept, conceptOf } from './concept.js';
import { namedIn, type PathMention } from './named-in-task.js';
import { isPortuguese, isStopWord } from './stop-words.js';
import { saysWhatIsWanted, type Want, wantOf } from './want.js';
import { stemOf, wordsIn } from './words.js';

/** What a task asks about, in terms that a text can be searched for. */
export type Inquiry = {
  /** To be found to the letter: names in code, quoted phrases. */
  readonly names: readonly string[];
  readonly concepts: readonly Concept[];
  /** Things named side by side, "exit codes": together they mean more than each alone. */
  readonly pairs: readonly (readonly [Concept, Concept])[];
  readonly paths: readonly PathMention[];
  readonly want: Want;
};

/** Reads what a task asks about. Whether any of it exists is for the search to find out. */
export function understandTask(text: string): Inquiry {
  const { names, paths, rest } = namedIn(text);
  const want = wantOf(rest);
  const words = partsOf(limitsSaid(rest)).flatMap(contentWords);
  const subject = words.filter(({ text: word }) => !saysWhatIsWanted(word, want));
  const chosen = subject.length + names.length + paths.length > 0 ? subject : words;
  return { names, paths, want, ...conceptsOf(chosen) };
}

export function namesNothing({ names, concepts, paths }: Inquiry): boolean {
  return names.length + concepts.length + paths.length === 0;
}

/** The words inside the names as things of their own, for when no name is found to the letter. */
export function withNamesAsWords(inquiry: Inquiry): Inquiry {
  const words = inquiry.names.flatMap((name) => contentWords(name));
  const { concepts, pairs } = conceptsOf(words);
  const known = new Set(inquiry.concepts.map(({ word }) => stemOf(word)));
  const added = concepts.filter(({ word }) => !known.has(stemOf(word)));
  return { ...inquiry, concepts: [...inquiry.concepts, ...added], pairs: [...inquiry.pairs, ...pairs] };
}

/** "How many steps may a plan have?" asks for a limit without saying so. */
function limitsSaid(text: string): string {
  return text.replace(
    /\b(?:how (?:many|long|often|large|big)(?= .{0,200}\b(?:may|can|allowed|at most)\b)|at most)\b/gi,
    'limit',
  );
}

/** Sentences and what a colon introduces: each may be in a language of its own, as in "Find the lines about this: Onde …?". */
function partsOf(text: string): readonly string[] {
  return text.split(/[:;?!\n]+|\.\s/);
}

type ContentWord = {
  readonly text: string;
  readonly inPortuguese: boolean;
  /** Nothing stands between it and the content word before it. */
  readonly follows: boolean;
};

function contentWords(part: string): readonly ContentWord[] {
  const inPortuguese = isPortuguese(part);
  const words = wordsIn(part);
  return words.flatMap((text, place) => {
    if (isStopWord(text, inPortuguese)) return [];
    const before = words[place - 1];
    return [{ text, inPortuguese, follows: before !== undefined && !isStopWord(before, inPortuguese) }];
  });
}

function conceptsOf(words: readonly ContentWord[]): Pick<Inquiry, 'concepts' | 'pairs'> {
  const concepts = new Map<string, Concept>();
  const pairs: (readonly [Concept, Concept])[] = [];
  let before: Concept | undefined;
  for (const { text, inPortuguese, follows } of words) {
    const concept = concepts.get(stemOf(text)) ?? conceptOf(text, inPortuguese);
    concepts.set(stemOf(text), concept);
    if (follows && before && before !== concept) pairs.push([before, concept]);
    before = concept;
  }
  return { concepts: [...concepts.values()], pairs };
}
