import { setImmediate as nextTurn } from 'node:timers/promises';
import { mapConcurrently } from '../../map-concurrently.js';
import type { ReadOptions, WorkspaceFile, WorkspaceListing, WorkspaceReader } from '../../ports/workspace-reader.js';
import type { Inquiry } from './inquiry.js';
import { countStems, placesOf } from './scan-text.js';
import { stemOf, wordsIn } from './words.js';

/** What a first look at a file found of an inquiry. */
export type SurveyedFile = {
  readonly file: WorkspaceFile;
  /** By stem. */
  readonly counts: ReadonlyMap<string, number>;
  /** By name, to the letter. */
  readonly names: ReadonlyMap<string, number>;
  /** Stems that the path itself holds. */
  readonly inPath: ReadonlySet<string>;
};

export type Survey = {
  /** Only files with a hit. */
  readonly hits: readonly SurveyedFile[];
  readonly fileCount: number;
  readonly notes: readonly string[];
};

const concurrency = 16;
/** Files looked at between two turns of the event loop, so that a pause or a heartbeat never waits long for us. */
const filesATurn = 64;

type Known = { readonly stems: readonly string[]; readonly names: readonly string[]; readonly survey: Survey };

/** The widest survey of a listing: exploring and planning a task ask for the same words of the same files. */
const remembered = new WeakMap<WorkspaceListing, Known>();

/** Looks for everything an inquiry names in every file of the project. */
export async function surveyWorkspace(
  reader: WorkspaceReader,
  inquiry: Inquiry,
  options: ReadOptions,
): Promise<Survey> {
  const listing = await reader.list(options);
  const wanted = { stems: stemsOf(inquiry), names: inquiry.names };
  const known = remembered.get(listing);
  if (known && covers(known, wanted)) return narrowed(known.survey, wanted);
  const survey = await surveyFiles(reader, listing, { ...wanted, options });
  if (!known || covers(wanted, known)) remembered.set(listing, { ...wanted, survey });
  return survey;
}

type Wanted = Pick<Known, 'stems' | 'names'>;

function covers(known: Wanted, wanted: Wanted): boolean {
  return (
    wanted.stems.every((stem) => known.stems.includes(stem)) && wanted.names.every((name) => known.names.includes(name))
  );
}

/** What a survey for more words found of these. */
function narrowed(survey: Survey, { stems, names }: Wanted): Survey {
  const only = <Value>(found: ReadonlyMap<string, Value>, keys: readonly string[]): ReadonlyMap<string, Value> =>
    new Map([...found].filter(([key]) => keys.includes(key)));
  const hits = survey.hits
    .map(({ file, counts, names: named, inPath }) => ({
      file,
      counts: only(counts, stems),
      names: only(named, names),
      inPath: new Set([...inPath].filter((stem) => stems.includes(stem))),
    }))
    .filter(isHit);
  return { ...survey, hits };
}

async function surveyFiles(
  reader: WorkspaceReader,
  { files, notes }: WorkspaceListing,
  looking: Looking,
): Promise<Survey> {
  const looked = await mapConcurrently(
    files,
    async (file, index) => {
      if (index % filesATurn === filesATurn - 1) await nextTurn();
      return surveyFile(reader, file, looking);
    },
    { limit: concurrency, signal: looking.options.signal },
  );
  return { hits: looked.filter(isHit), fileCount: files.length, notes };
}

function isHit({ counts, names, inPath }: SurveyedFile): boolean {
  return counts.size + names.size + inPath.size > 0;
}

export function stemsOf(inquiry: Inquiry): readonly string[] {
  return [...new Set(inquiry.concepts.flatMap(({ forms }) => forms.map(({ stem }) => stem)))];
}

type Looking = Wanted & { readonly options: ReadOptions };

async function surveyFile(reader: WorkspaceReader, file: WorkspaceFile, looking: Looking): Promise<SurveyedFile> {
  const read = await reader.readListed(file, looking.options);
  const text = read.type === 'text' ? read.text : '';
  const found = countStems(text, looking.stems);
  const counts = new Map(
    looking.stems.flatMap((stem, place) => ((found[place] ?? 0) > 0 ? [[stem, found[place] ?? 0]] : [])),
  );
  const names = new Map(
    looking.names.flatMap((name) => {
      const count = placesOf(name, text).length;
      return count > 0 ? [[name, count] as const] : [];
    }),
  );
  const pathStems = new Set(wordsIn(file.path).map(stemOf));
  const inPath = new Set(looking.stems.filter((stem) => pathStems.has(stem)));
  return { file, counts, names, inPath };
}
