import { angleFacts } from '@planwright/core';
import type { ReadOptions, WorkspaceFile } from '../../ports/workspace-reader.js';
import { type Concept, conceptOf } from '../offline/concept.js';
import type { Inquiry } from '../offline/inquiry.js';
import { kindWeight } from '../offline/rank-files.js';
import { type RankedPassage, rankPassages } from '../offline/rank-passages.js';
import { countStems } from '../offline/scan-text.js';
import { readTexts, type Sources, type Texts } from '../offline/sources.js';
import type { SurveyedFile } from '../offline/survey.js';
import type { Ground } from './offline-ground.js';

/** A file as one angle sees it. */
export type AngleFile = {
  readonly path: string;
  /** Of its best passage, as a share of the best of all files. */
  readonly score: number;
  /** How much of the task the best passage speaks of, 0 to 1. */
  readonly share: number;
  /** The best first. */
  readonly passages: readonly RankedPassage[];
  /** Words of the task, and of the angle, that it holds. */
  readonly taskWords: readonly string[];
  readonly angleWords: readonly string[];
};

/** How the candidates look from an angle, before any is read closely. */
export type AngleView = {
  readonly hints: readonly Concept[];
  readonly candidates: readonly { readonly hit: SurveyedFile; readonly hints: ReadonlyMap<string, number> }[];
};

/** How much an angle's own words add to what the task's words say of a file. */
const hintShare = 0.25;
const closeLooks = 24;

/** Counts the angle's words in the candidates; what speaks of the angle alone is none. */
export async function viewFrom(
  angle: string,
  { inquiry, candidates }: Ground,
  sources: Sources,
  options: ReadOptions,
): Promise<AngleView> {
  const hints = hintsOf(angle, inquiry);
  const stems = hints.flatMap(({ forms }) => forms.map(({ stem }) => stem));
  const counted = await Promise.all(
    candidates.map(async (hit) => {
      const read = stems.length === 0 ? undefined : await sources.readListed(hit.file, options);
      const counts = read?.type === 'text' ? countStems(read.text, stems) : [];
      const found = stems.flatMap((stem, place) =>
        (counts[place] ?? 0) > 0 ? [[stem, counts[place] ?? 0] as const] : [],
      );
      return { hit, hints: new Map(found) };
    }),
  );
  return { hints, candidates: counted };
}

function hintsOf(angle: string, { concepts }: Inquiry): readonly Concept[] {
  const asked = new Set(concepts.flatMap(({ forms }) => forms.map(({ stem }) => stem)));
  const words = angleFacts(angle)
    .words.split(' ')
    .filter((word) => word !== '');
  return words
    .map((word) => conceptOf(word, false))
    .map((concept) => ({
      ...concept,
      forms: concept.forms.filter(({ stem, weight }) => weight === 1 && !asked.has(stem)),
    }))
    .filter(({ forms }) => forms.length > 0);
}

export type CloseLook = { readonly files: readonly AngleFile[]; readonly texts: Texts };

/** Reads the most promising files and ranks what is in them, for the task first and for the angle beside it. */
export async function lookClosely(
  view: AngleView,
  ground: Ground,
  sources: Sources,
  options: ReadOptions,
): Promise<CloseLook> {
  const promising = view.candidates
    .map((candidate, place) => ({
      ...candidate,
      order: place / view.candidates.length - hintShare * told(candidate.hints, view),
    }))
    .sort((one, other) => one.order - other.order)
    .slice(0, closeLooks);
  const named = ground.places.files.flatMap(({ path }) =>
    promising.some(({ hit }) => hit.file.path === path) ? [] : [path],
  );
  const files = [...promising.map(({ hit }) => hit.file), ...(await listed(named, sources, options))];
  const texts = await readTexts(sources, files, options);
  const ranked = rankPassages([...texts.values()], ground.inquiry, ground.rarity);
  const best = ranked[0]?.score ?? 1;
  return {
    texts,
    files: files
      .map(({ path }) => fileSeen(path, { ranked, best, view, ground }))
      .filter(({ score }) => score > 0)
      .sort((one, other) => other.score - one.score || (one.path < other.path ? -1 : 1)),
  };
}

async function listed(
  paths: readonly string[],
  sources: Sources,
  options: ReadOptions,
): Promise<readonly WorkspaceFile[]> {
  const { files } = await sources.list(options);
  return files.filter(({ path }) => paths.includes(path));
}

type Seeing = {
  readonly ranked: readonly RankedPassage[];
  readonly best: number;
  readonly view: AngleView;
  readonly ground: Ground;
};

function fileSeen(path: string, { ranked, best, view, ground }: Seeing): AngleFile {
  const passages = ranked.filter(({ passage }) => passage.path === path);
  const candidate = view.candidates.find(({ hit }) => hit.file.path === path);
  const [first] = passages;
  const isNamed = ground.places.files.some((file) => file.path === path);
  const spoken = ((first?.score ?? 0) / best) * (1 + hintShare * told(candidate?.hints ?? new Map(), view));
  return {
    path,
    score: Math.max(spoken / (1 + hintShare), isNamed ? kindWeight(path, ground.inquiry) : 0),
    share: first?.share ?? 0,
    passages,
    taskWords: candidate ? wordsHeld(ground.inquiry, candidate.hit) : [],
    angleWords: view.hints
      .filter(({ forms }) => forms.some(({ stem }) => candidate?.hints.has(stem) === true))
      .map(({ word }) => word),
  };
}

/** How many of the angle's words are there, as a share. */
function told(found: ReadonlyMap<string, number>, { hints }: AngleView): number {
  const there = hints.filter(({ forms }) => forms.some(({ stem }) => found.has(stem)));
  return hints.length === 0 ? 0 : there.length / hints.length;
}

function wordsHeld({ concepts, names }: Inquiry, hit: SurveyedFile): readonly string[] {
  const held = concepts.filter(({ forms }) => forms.some(({ stem }) => hit.counts.has(stem) || hit.inPath.has(stem)));
  return [...names.filter((name) => hit.names.has(name)), ...held.map(({ word }) => word)];
}
