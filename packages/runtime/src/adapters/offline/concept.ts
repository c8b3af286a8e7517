import { inEnglish, relatedStems } from './related-words.js';
import { agentForVerb } from './task-verbs.js';
import { stemOf } from './words.js';

/** One thing a task is about, and the stems that may stand for it in a text: the word itself, its translation, its kin. */
export type Concept = {
  /** As the task says it, folded. */
  readonly word: string;
  /** What is done weighs less than what it is done to. */
  readonly weight: number;
  readonly forms: readonly { readonly stem: string; readonly weight: number }[];
};

/** A form of less weight is a hint; one of more says the thing itself. */
export const hintWeight = 0.5;

const weights = { thing: 1, doing: 0.5, asking: 0.3, whole: 0.3, change: 0.25 } as const;
const formWeights = { own: 1, otherTranslation: 0.8, related: 0.4 } as const;

/** What a word of a task stands for. */
export function conceptOf(word: string, inPortuguese: boolean): Concept {
  return { word, weight: weightOf(word, inPortuguese), forms: formsOf(word, inPortuguese) };
}

const englishDoing = /.{2}(?:ed|ing)$/;
const portugueseDoing = /.{2}(?:[ai]d[oa]s?|[aei]ndo|[aei]r)$/;
/** Orders that are things as well: "the test script", "the build", "the next run". */
const alsoThings = new Set('test build run format port document tag support set use'.split(' '));
/** Words for the project itself, which every line of it is about. */
const wholes = new Set(
  'project projects repository repo codebase program system app application software projeto repositorio programa sistema aplicacao'.split(
    ' ',
  ),
);

/** What is asked of any code: "where is the limit decided" is about the limit. */
const askedOfAll = new Set(
  'function method code place file line decide decides decided determine determines determined handle handles handled calculate calculated compute computed happen happens responsible control controls controlled implemented performed'.split(
    ' ',
  ),
);

/** "Add a flag": the flag is there or is not; that it is to be added says nothing about the code. */
function weightOf(word: string, inPortuguese: boolean): number {
  if (wholes.has(word)) return weights.whole;
  if (askedOfAll.has(word)) return weights.asking;
  if (agentForVerb(word, inPortuguese) !== undefined && !alsoThings.has(word)) return weights.change;
  // A word without a translation may stand in the code under any name.
  if (inPortuguese && inEnglish(word).length === 0) return weights.doing;
  return (inPortuguese ? portugueseDoing : englishDoing).test(word) ? weights.doing : weights.thing;
}

function formsOf(word: string, inPortuguese: boolean): Concept['forms'] {
  const stem = stemOf(word);
  const translated = inPortuguese ? inEnglish(word).map(stemOf) : [];
  const forms = new Map<string, number>([[stem, formWeights.own]]);
  const add = (form: string, weight: number): void => {
    if (!forms.has(form)) forms.set(form, weight);
  };
  for (const [place, form] of translated.entries())
    add(form, place === 0 ? formWeights.own : formWeights.otherTranslation);
  for (const form of [stem, ...translated]) for (const related of relatedStems(form)) add(related, formWeights.related);
  return [...forms].map(([form, weight]) => ({ stem: form, weight }));
}
