import { mapConcurrently } from '../../map-concurrently.js';
import type { ReadOptions, WorkspaceFile, WorkspaceListing, WorkspaceReader } from '../../ports/workspace-reader.js';
import type { SymbolDepth } from '../symbols/code-symbol.js';
import { createSymbolReader } from '../symbols/symbol-reader.js';
import { isPacked } from './packed-text.js';
import { createTextReader, type SourceText } from './source-text.js';

/** The project as the offline agents read it: each file taken apart once, for as long as it does not change. */
export type Sources = WorkspaceReader & {
  /** Undefined for what cannot be read as text. Rejects with the signal's reason once it is aborted. */
  readonly source: (file: WorkspaceFile, options: SourceOptions) => Promise<SourceText | undefined>;
};

export type SourceOptions = ReadOptions & {
  /** `declarations` unless asked for. */
  readonly depth?: SymbolDepth;
};

/** Texts by path. */
export type Texts = ReadonlyMap<string, SourceText>;

/** So many files taken apart are kept; a question seldom looks at more than a hundred closely. */
const mostKept = 2000;

/** Keyed weakly by the reader, so that planner, agents and tools that share one also share what was taken apart. */
const remembered = new WeakMap<WorkspaceReader, Sources>();

/** What a reader reads, taken apart and kept: the same for every call with the same reader. */
export function sourcesOf(reader: WorkspaceReader): Sources {
  const known = remembered.get(reader);
  if (known) return known;
  const sources = createSources(reader);
  remembered.set(reader, sources);
  return sources;
}

/** The same, with the files that one listing found: whoever looks several times does not pay for it again each time. */
export function sourcesIn(listing: WorkspaceListing, reader: WorkspaceReader): Sources {
  return { ...sourcesOf(reader), list: () => Promise.resolve(listing) };
}

function createSources(reader: WorkspaceReader): Sources {
  const readSymbols = createSymbolReader();
  const toText = createTextReader();
  const kept = new Map<string, Kept>();

  const takeApart = async (file: WorkspaceFile, options: SourceOptions): Promise<SourceText | undefined> => {
    const read = await reader.readListed(file, options);
    if (read.type !== 'text') return undefined;
    const symbols = isPacked(read.text.split('\n'))
      ? undefined
      : await readSymbols(read.path, read.text, options.depth ?? 'declarations');
    return toText(read.path, read.text, symbols);
  };

  return {
    ...reader,
    source: async (file, options) => {
      options.signal.throwIfAborted();
      const known = kept.get(file.path);
      if (known?.version === file.version && isDeepEnough(known, options)) return known.text;
      const text = await takeApart(file, options);
      const [oldest] = kept.keys();
      if (oldest !== undefined && kept.size >= mostKept) kept.delete(oldest);
      kept.set(file.path, { version: file.version, text });
      return text;
    },
  };
}

type Kept = { readonly version: string; readonly text: SourceText | undefined };

function isDeepEnough({ text }: Kept, { depth }: SourceOptions): boolean {
  return depth !== 'references' || text?.code === undefined || text.code.references !== undefined;
}

/** More than this does not change what is best; it only costs time. */
const mostBytes = 3_000_000;

/** The texts of these files, by path; without those that cannot be read, and without the last of too many. */
export async function readTexts(
  sources: Sources,
  files: readonly WorkspaceFile[],
  options: SourceOptions,
): Promise<Texts> {
  const read = await mapConcurrently(withinLimit(files), (file) => sources.source(file, options), {
    limit: 16,
    signal: options.signal,
  });
  return new Map(read.flatMap((text) => (text ? [[text.path, text] as const] : [])));
}

function withinLimit(files: readonly WorkspaceFile[]): readonly WorkspaceFile[] {
  let bytes = 0;
  return files.filter(({ size }) => (bytes += size) <= mostBytes);
}
