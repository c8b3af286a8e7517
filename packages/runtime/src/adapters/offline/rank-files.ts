import { type FileKind, fileKind } from './file-kind.js';
import type { Inquiry } from './inquiry.js';
import type { Want } from './want.js';
import { stemsOf, type Survey, type SurveyedFile } from './survey.js';

/** How much finding a stem or a name says: the fewer files hold it, the more. */
export type Rarity = (text: string) => number;

/** A word that every file holds still says something: in a small project the subject is everywhere. */
const commonShare = 0.6;

export function rarityOf(survey: Survey, inquiry: Inquiry): Rarity {
  const holding = (text: string): number =>
    survey.hits.filter(({ counts, names }) => counts.has(text) || names.has(text)).length;
  const rarities = new Map(
    [...stemsOf(inquiry), ...inquiry.names].map((text) => {
      const count = holding(text);
      // What is nowhere can be missing from nothing.
      if (count === 0) return [text, 0] as const;
      return [text, commonShare + Math.log(1 + (survey.fileCount - count + 0.5) / (count + 0.5))] as const;
    }),
  );
  return (text) => rarities.get(text) ?? 0;
}

const plainWeights: Readonly<Record<FileKind, number>> = {
  source: 1,
  document: 0.8,
  manifest: 1.1,
  settings: 0.75,
  test: 0.45,
  data: 0.3,
  generated: 0.1,
  lockfile: 0.02,
};

const wantedWeights: Readonly<Partial<Record<Want, Partial<Record<FileKind, number>>>>> = {
  tests: { test: 1, source: 0.05, document: 0.05, settings: 0.05, manifest: 0.05 },
  documents: { document: 1, source: 0.2, settings: 0.2, manifest: 0.2 },
  definitions: { document: 0.3 },
};

/** How much a file of this kind counts for what is wanted: tests repeat what the source says, lockfiles hold every word. */
export function kindWeight(path: string, inquiry: Inquiry): number {
  const kind = fileKind(path);
  const isAboutTests = inquiry.concepts.some(({ forms }) => forms[0]?.stem === 'test');
  if (kind === 'test' && isAboutTests) return 0.7;
  return wantedWeights[inquiry.want]?.[kind] ?? plainWeights[kind];
}

/** A word said often says little more than a word said twice. */
export function saturated(count: number): number {
  return count / (count + 1.2);
}

const nameShare = 3;
const pathShare = 0.8;

/** The files worth a close look, the best first. */
export function rankFiles(survey: Survey, inquiry: Inquiry, rarity: Rarity): readonly SurveyedFile[] {
  const score = (hit: SurveyedFile): number => {
    const forConcepts = inquiry.concepts.reduce((sum, { weight: share, forms }) => {
      const best = Math.max(
        0,
        ...forms.map(({ stem, weight }) => {
          const found = saturated(hit.counts.get(stem) ?? 0) + (hit.inPath.has(stem) ? pathShare : 0);
          return weight * rarity(stem) * found;
        }),
      );
      return sum + share * best;
    }, 0);
    const forNames = [...hit.names].reduce(
      (sum, [name, count]) => sum + nameShare * rarity(name) * saturated(count),
      0,
    );
    return (forConcepts + forNames) * kindWeight(hit.file.path, inquiry);
  };
  const scored = survey.hits.map((hit) => ({ hit, path: hit.file.path, score: score(hit) }));
  // Equal scores by path, so that the same project gives the same answer.
  scored.sort((one, other) => other.score - one.score || (one.path < other.path ? -1 : 1));
  return scored.map(({ hit }) => hit);
}
