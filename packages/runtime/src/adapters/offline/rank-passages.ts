import type { Concept } from './concept.js';
import { fileKind } from './file-kind.js';
import type { Inquiry } from './inquiry.js';
import { nameFit } from './name-fit.js';
import { type Passage, passagesOf } from './passages.js';
import { kindWeight, type Rarity, saturated } from './rank-files.js';
import { most, pairsScore, sum } from './rank-lines.js';
import { placesOf } from './scan-text.js';
import type { SourceText } from './source-text.js';
import { stemOf, wordsIn } from './words.js';

export type RankedPassage = {
  readonly passage: Passage;
  readonly score: number;
  /** How much of what was asked it speaks of, from 0 to 1. */
  readonly share: number;
};

/** How much a word counts by where it stands. */
const fields = { name: 4, container: 1.5, comment: 2, body: 1, path: 0.6 } as const;
/** A declaration named to the letter is what was asked for. */
const exactDeclaration = 12;
const exactMention = 3;
/** What no declaration owns in source is mostly imports: they repeat names and explain nothing. */
const importsWeight = 0.4;

/** The passages that speak of an inquiry, the best first. */
export function rankPassages(texts: readonly SourceText[], inquiry: Inquiry, rarity: Rarity): readonly RankedPassage[] {
  const ranked = texts.flatMap((text) => {
    const ofFile = kindWeight(text.path, inquiry);
    const ofPlainLines = fileKind(text.path) === 'source' ? importsWeight : 1;
    const pathStems = wordsIn(text.path).map(stemOf);
    return passagesOf(text).flatMap((passage) => {
      const spoken = spokenOf(inquiry.concepts, wordWeights(passage, text, pathStems), rarity);
      const together = spoken.score === 0 ? 0 : pairsScore(text, passage, inquiry, rarity);
      const named = namedScore(passage, text, inquiry, rarity);
      const ofKind = ofFile * (passage.kind === 'lines' ? ofPlainLines : 1);
      const score = ((spoken.score + together) * nameFit(passage, inquiry) + named) * ofKind;
      return score > 0 ? [{ passage, score, share: named > 0 ? 1 : spoken.share }] : [];
    });
  });
  return ranked.sort((one, other) => other.score - one.score || byPlace(one.passage, other.passage));
}

/** So that the same project gives the same answer. */
function byPlace(one: Passage, other: Passage): number {
  if (one.path !== other.path) return one.path < other.path ? -1 : 1;
  return one.start - other.start;
}

/** What a passage says of each thing asked about; less the more of what was asked it leaves out. */
function spokenOf(
  concepts: readonly Concept[],
  weights: ReadonlyMap<string, number>,
  rarity: Rarity,
): Pick<RankedPassage, 'score' | 'share'> {
  const scored = concepts.map((concept) => ({
    whole: most(concept, rarity),
    score: conceptScore(concept, weights, rarity),
  }));
  const found = scored.filter(({ score }) => score > 0);
  // Missing a rare thing costs more than missing a common one.
  const share = sum(found.map(({ whole }) => whole)) / Math.max(sum(scored.map(({ whole }) => whole)), Number.EPSILON);
  return { score: sum(found.map(({ score }) => score)) * (0.15 + 0.85 * share ** 1.5), share };
}

function conceptScore({ weight, forms }: Concept, weights: ReadonlyMap<string, number>, rarity: Rarity): number {
  return (
    weight *
    Math.max(0, ...forms.map((form) => form.weight * rarity(form.stem) * saturated(weights.get(form.stem) ?? 0)))
  );
}

const commentLine = /^\s*(?:\/\/|\/\*|\*|#|--|"""|'''|>|;)/;

function wordWeights(passage: Passage, text: SourceText, pathStems: readonly string[]): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  const add = (stems: readonly string[], weight: number): void => {
    for (const stem of stems) weights.set(stem, (weights.get(stem) ?? 0) + weight);
  };
  // A long passage holds many words by accident.
  const dilution = 1 / Math.sqrt(1 + (passage.end - passage.start + 1) / 12);
  for (let line = passage.start; line <= passage.end; line += 1) {
    const weight = commentLine.test(text.lines[line - 1] ?? '') ? fields.comment : fields.body;
    add(text.stems[line - 1] ?? [], weight * dilution);
  }
  add(wordsIn(passage.name).map(stemOf), passage.isOpening ? fields.name : fields.container);
  add(wordsIn(passage.container).map(stemOf), fields.container);
  add(pathStems, fields.path);
  return weights;
}

function namedScore(passage: Passage, text: SourceText, { names }: Inquiry, rarity: Rarity): number {
  if (names.length === 0) return 0;
  const content = text.lines.slice(passage.start - 1, passage.end).join('\n');
  const scores = names.map((name) => {
    const count = placesOf(name, content).length;
    const declares = passage.isOpening && passage.name === name;
    if (count === 0 && !declares) return 0;
    return (declares ? exactDeclaration : exactMention * saturated(count)) + rarity(name);
  });
  return sum(scores);
}
