import { setImmediate as nextTurn } from 'node:timers/promises';
import { mapConcurrently } from '../../map-concurrently.js';
import type { ReadOptions, WorkspaceFile, WorkspaceReader } from '../../ports/workspace-reader.js';
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

/** Looks for everything an inquiry names in every file of the project. */
export async function surveyWorkspace(
  reader: WorkspaceReader,
  inquiry: Inquiry,
  options: ReadOptions,
): Promise<Survey> {
  const { files, notes } = await reader.list(options);
  const stems = stemsOf(inquiry);
  const looked = await mapConcurrently(
    files,
    async (file, index) => {
      if (index % filesATurn === filesATurn - 1) await nextTurn();
      return surveyFile(reader, file, { inquiry, stems, options });
    },
    { limit: concurrency, signal: options.signal },
  );
  return { hits: looked.filter((file) => file !== undefined), fileCount: files.length, notes };
}

export function stemsOf(inquiry: Inquiry): readonly string[] {
  return [...new Set(inquiry.concepts.flatMap(({ forms }) => forms.map(({ stem }) => stem)))];
}

type Looking = { readonly inquiry: Inquiry; readonly stems: readonly string[]; readonly options: ReadOptions };

async function surveyFile(
  reader: WorkspaceReader,
  file: WorkspaceFile,
  looking: Looking,
): Promise<SurveyedFile | undefined> {
  const read = await reader.readListed(file, looking.options);
  const text = read.type === 'text' ? read.text : '';
  const found = countStems(text, looking.stems);
  const counts = new Map(
    looking.stems.flatMap((stem, place) => ((found[place] ?? 0) > 0 ? [[stem, found[place] ?? 0]] : [])),
  );
  const names = new Map(
    looking.inquiry.names.flatMap((name) => {
      const count = placesOf(name, text).length;
      return count > 0 ? [[name, count] as const] : [];
    }),
  );
  const pathStems = new Set(wordsIn(file.path).map(stemOf));
  const inPath = new Set(looking.stems.filter((stem) => pathStems.has(stem)));
  return counts.size + names.size + inPath.size > 0 ? { file, counts, names, inPath } : undefined;
}
