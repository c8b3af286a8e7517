import type { ReadOptions } from '../../ports/workspace-reader.js';
import { type Inquiry, withNamesAsWords } from './inquiry.js';
import { type Rarity, rankFiles, rarityOf } from './rank-files.js';
import { rankPassages, type RankedPassage } from './rank-passages.js';
import { readTexts, type Sources, type Texts } from './sources.js';
import { type Survey, surveyWorkspace } from './survey.js';

/** What a search of the project found. */
export type SearchResult = {
  readonly inquiry: Inquiry;
  /** The best first. */
  readonly passages: readonly RankedPassage[];
  /** The texts the passages are from, by path. */
  readonly texts: Texts;
  readonly survey: Survey;
  readonly rarity: Rarity;
};

export type SearchOptions = ReadOptions & {
  /** Where to look closely; how rare a word is, is still judged by the whole project. */
  readonly within?: ((path: string) => boolean) | undefined;
};

/** Only these many files get a close look: what ranks lower has never been worth quoting. */
const closeLooks = 48;

/** Searches the project for what an inquiry asks about. A name that is nowhere to the letter is looked for word by word. */
export async function searchWorkspace(
  sources: Sources,
  inquiry: Inquiry,
  options: SearchOptions,
): Promise<SearchResult> {
  const first = await surveyWorkspace(sources, inquiry, options);
  const isNamed = inquiry.names.length === 0 || first.hits.some(({ names }) => names.size > 0);
  if (isNamed) return closeLook(sources, inquiry, first, options);
  const wider = withNamesAsWords(inquiry);
  return closeLook(sources, wider, await surveyWorkspace(sources, wider, options), options);
}

async function closeLook(
  sources: Sources,
  inquiry: Inquiry,
  survey: Survey,
  options: SearchOptions,
): Promise<SearchResult> {
  const rarity = rarityOf(survey, inquiry);
  const { within } = options;
  const files = rankFiles(survey, inquiry, rarity)
    .map(({ file }) => file)
    .filter(({ path }) => within?.(path) ?? true)
    .slice(0, closeLooks);
  const texts = await readTexts(sources, files, options);
  return { inquiry, survey, rarity, passages: rankPassages([...texts.values()], inquiry, rarity), texts };
}
