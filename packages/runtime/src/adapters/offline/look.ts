import type { PlanningAnswer } from '@planwright/core';
import { fileKind } from './file-kind.js';
import type { FoundCommands } from './find-commands.js';
import type { Places } from './find-places.js';
import type { Inquiry } from './inquiry.js';
import type { ProjectFacts } from './project-facts.js';
import { nameFit } from './name-fit.js';
import type { RankedPassage } from './rank-passages.js';
import type { SearchResult } from './search-workspace.js';
import { stemOf, wordsIn } from './words.js';

/** What the planner saw of the project before it drafts: everything a step may name comes from here. */
export type Look = {
  readonly task: string;
  /** What of the task is to be read about. */
  readonly subject: string;
  /** What a person was asked about the task, and said. */
  readonly answers: readonly PlanningAnswer[];
  readonly facts: ProjectFacts;
  readonly places: Places;
  readonly search: SearchResult;
  readonly found: FoundCommands;
  readonly notes: readonly string[];
};

/** What has a name without being a declaration. */
const undeclaring = new Set(['heading', 'test', 'lines', 'key', 'section', 'target']);
const mostNames = 3;

/** What a declaration must score, as a share of the best match, to be the subject; less where it adds to what was asked. */
const worth = { alike: 0.35, adding: 0.12 } as const;
const leastSpoken = 0.4;

/** The declarations that the task is most likely about, the best first and each name once. */
export function subjectNames(look: Pick<Look, 'search'>): readonly RankedPassage[] {
  const asked = namedDeclarations(look);
  if (asked.length > 0) return asked.slice(0, mostNames);
  const { passages, inquiry } = look.search;
  const best = passages[0]?.score ?? 0;
  const declared = onePerName(passages.filter(isDeclaration));
  // A declaration may speak of the subject in passing; one that bears its name is about it.
  const bearing = declared.filter(({ passage }) => nameFit(passage, inquiry) > 1);
  const isAlike = ({ score, share }: RankedPassage): boolean => score >= best * worth.alike && share >= leastSpoken;
  if (!bearing.some(isAlike)) return declared.filter(isAlike).slice(0, 1);
  return mostDiverse(
    bearing.filter(({ score }) => score >= best * worth.adding),
    { inquiry, isAlike },
  );
}

/** The declarations that the task names to the letter. */
export function namedDeclarations({ search }: Pick<Look, 'search'>): readonly RankedPassage[] {
  return onePerName(search.passages.filter(isDeclaration)).filter(({ passage }) =>
    search.inquiry.names.includes(passage.name),
  );
}

function isDeclaration({ passage }: RankedPassage): boolean {
  return (
    !undeclaring.has(passage.kind) && passage.isOpening && passage.name !== '' && fileKind(passage.path) === 'source'
  );
}

function onePerName(ranked: readonly RankedPassage[]): readonly RankedPassage[] {
  const names = new Set<string>();
  return ranked.filter(({ passage }) => !names.has(passage.name) && names.add(passage.name));
}

/** "Pause and resume" is about two things: a name that adds one comes before a better one that repeats the first. */
function mostDiverse(
  ranked: readonly RankedPassage[],
  { inquiry, isAlike }: { readonly inquiry: Inquiry; readonly isAlike: (candidate: RankedPassage) => boolean },
): readonly RankedPassage[] {
  const chosen: RankedPassage[] = [];
  const borne = new Set<string>();
  const adds = ({ passage }: RankedPassage): boolean =>
    conceptsBorne(passage.name, inquiry).some((word) => !borne.has(word));
  while (chosen.length < mostNames) {
    const left = ranked.filter((candidate) => !chosen.includes(candidate));
    const next =
      left.find((candidate) => adds(candidate) && (chosen.length > 0 || isAlike(candidate))) ?? left.find(isAlike);
    if (!next) break;
    chosen.push(next);
    for (const word of conceptsBorne(next.passage.name, inquiry)) borne.add(word);
  }
  return chosen;
}

function conceptsBorne(name: string, { concepts }: Inquiry): readonly string[] {
  const stems = new Set(wordsIn(name).map(stemOf));
  const things = concepts.filter(({ weight }) => weight === 1);
  return things.flatMap(({ word, forms }) => (forms.some(({ stem }) => stems.has(stem)) ? [word] : []));
}

/** Whether the documents speak of most of what was asked, not far behind the best that was found. */
export function documentsSpeak({ search }: Pick<Look, 'search'>): boolean {
  const best = search.passages[0]?.score ?? 0;
  return search.passages.some(
    ({ passage, score, share }) => fileKind(passage.path) === 'document' && score >= best * 0.2 && share >= 0.6,
  );
}

export function testsSpeak({ search }: Pick<Look, 'search'>): boolean {
  return search.passages.some(({ passage }) => fileKind(passage.path) === 'test');
}
