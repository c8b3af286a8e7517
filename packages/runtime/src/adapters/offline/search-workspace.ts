import { mapConcurrently } from '../../map-concurrently.js';
import type { FileText, ReadOptions, WorkspaceFile, WorkspaceReader } from '../../ports/workspace-reader.js';
import { type Inquiry, withNamesAsWords } from './inquiry.js';
import { type Rarity, rankFiles, rarityOf } from './rank-files.js';
import { rankPassages, type RankedPassage } from './rank-passages.js';
import { createTextReader, type SourceText } from './source-text.js';
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

export type Texts = ReadonlyMap<string, SourceText>;

export type SearchOptions = ReadOptions & {
  /** Where to look closely; how rare a word is, is still judged by the whole project. */
  readonly within?: ((path: string) => boolean) | undefined;
};

/** Only these many files get a close look: what ranks lower has never been worth quoting. */
const closeLooks = 60;

/** Searches the project for what an inquiry asks about. A name that is nowhere to the letter is looked for word by word. */
export async function searchWorkspace(
  reader: WorkspaceReader,
  inquiry: Inquiry,
  options: SearchOptions,
): Promise<SearchResult> {
  const first = await surveyWorkspace(reader, inquiry, options);
  const isNamed = inquiry.names.length === 0 || first.hits.some(({ names }) => names.size > 0);
  if (isNamed) return closeLook(reader, inquiry, first, options);
  const wider = withNamesAsWords(inquiry);
  return closeLook(reader, wider, await surveyWorkspace(reader, wider, options), options);
}

async function closeLook(
  reader: WorkspaceReader,
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
  const texts = await readTexts(reader, files, options);
  return { inquiry, survey, rarity, passages: rankPassages([...texts.values()], inquiry, rarity), texts };
}

/** More lines than this do not change what is best; they only cost time. */
const mostLines = 30_000;

/** The texts of these files, by path; without those that cannot be read. */
export async function readTexts(
  reader: WorkspaceReader,
  files: readonly WorkspaceFile[],
  options: ReadOptions,
): Promise<Texts> {
  const read = await mapConcurrently(files, (file) => reader.readListed(file, options), {
    limit: 16,
    signal: options.signal,
  });
  return textsOf(read);
}

export function textsOf(read: readonly FileText[]): Texts {
  const toText = createTextReader();
  const texts = new Map<string, SourceText>();
  let lines = 0;
  for (const file of read) {
    if (file.type !== 'text' || lines > mostLines) continue;
    const text = toText(file.path, file.text);
    lines += text.lines.length;
    texts.set(file.path, text);
  }
  return texts;
}
