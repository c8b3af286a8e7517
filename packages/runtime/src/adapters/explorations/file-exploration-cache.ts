import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAngleName, parseAngleDocument, parseJson, PlanwrightError } from '@planwright/core';
import * as z from 'zod';
import type { ExplorationCache, KeptExploration } from '../../ports/exploration-cache.js';
import { describeReadFailure } from '../read-failure.js';
import { createIndexCheck, pruneFiles, writeIndex } from './exploration-index.js';
import { versionOfFile } from './version-of-file.js';

const cacheFieldsSchema = z.object({
  id: z.string(),
  key: z.string(),
  explorer: z.string(),
  state: z.string().optional(),
  looks: z.array(z.object({ tool: z.string(), args: z.record(z.string(), z.unknown()), digest: z.string() })),
});

/**
 * Explorations in a folder, a file each: `explore-<angle>.json`, and with its id in the name where that one is another task's.
 * What a file rests on is in its own metadata, so a file is whole or not there, no process writes over another's, and
 * `cache-index.json` can always be made anew from the files.
 */
export function createFileExplorationCache(folder: string): ExplorationCache {
  const checkIndex = createIndexCheck(folder);
  const read = createKeptReader(folder);
  return {
    find: async ({ id, angle }) => {
      if (!isAngleName(angle)) return { notes: [] };
      const notes = [...(await checkIndex())];
      for (const file of namesFor(angle, id)) {
        const found = await read(file, angle);
        if (found === 'damaged') notes.push(`${file} in ${folder} is damaged and is not used`);
        else if (found?.id === id) return { kept: found, file, notes };
      }
      return { notes };
    },
    keep: async (exploration) => {
      try {
        await mkdir(folder, { recursive: true });
        const file = await store(folder, exploration);
        await pruneFiles(folder);
        await writeIndex(folder);
        return file;
      } catch (cause) {
        throw new PlanwrightError(
          'store-unwritable',
          `the exploration cannot be kept in ${folder}: ${describeReadFailure(cause)}`,
          { cause, details: { folder } },
        );
      }
    },
  };
}

type Names = readonly [shared: string, own: string];

function namesFor(angle: string, id: string): Names {
  return [`explore-${angle}.json`, `explore-${angle}-${id}.json`];
}

async function store(folder: string, exploration: KeptExploration): Promise<string> {
  const { angle, id } = exploration;
  if (!isAngleName(angle)) throw new Error(`${angle} is no name of an angle`);
  const [shared, own] = namesFor(angle, id);
  const waiting = join(folder, `.${randomUUID()}.tmp`);
  await writeFile(waiting, textOf(exploration), { flag: 'wx', mode: 0o600 });
  try {
    if (await takesPlace(folder, waiting, { shared, id, angle })) return shared;
    await rename(waiting, join(folder, own));
    return own;
  } finally {
    await rm(waiting, { force: true });
  }
}

/** The plain name is for the first task that asks for it: a link is made only where nothing is yet, however many try. */
async function takesPlace(
  folder: string,
  waiting: string,
  { shared, id, angle }: { readonly shared: string; readonly id: string; readonly angle: string },
): Promise<boolean> {
  const target = join(folder, shared);
  const there = await readKept(folder, shared, angle);
  // A damaged file is left where it is: removing it could hit the one that somebody just put in its place.
  if (there === 'damaged') return false;
  if (there?.id === id) return rename(waiting, target).then(() => true);
  return link(waiting, target).then(
    () => true,
    () => false,
  );
}

function textOf({ document, id, key, explorer, looks, state }: KeptExploration): string {
  const cache = { id, key, explorer, looks, ...(state === undefined ? {} : { state }) };
  return `${JSON.stringify({ ...document, _metadata: { ...document._metadata, cache } }, null, 2)}\n`;
}

/** Undefined where there is no file. */
type Read = KeptExploration | 'damaged' | undefined;

/** Reads a file again only when it has changed. */
function createKeptReader(folder: string): (file: string, angle: string) => Promise<Read> {
  const known = new Map<string, { readonly version: string; readonly read: Read }>();
  return async (file, angle) => {
    const version = await versionOfFile(join(folder, file));
    if (version === undefined) return undefined;
    const before = known.get(file);
    if (before?.version === version) return before.read;
    const read = await readKept(folder, file, angle);
    known.set(file, { version, read });
    return read;
  };
}

async function readKept(folder: string, file: string, angle: string): Promise<Read> {
  const text = await readFile(join(folder, file), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const parsed = parseJson(text);
  const document = parsed.ok ? parseAngleDocument(parsed.value) : undefined;
  if (!document) return 'damaged';
  const { cache, ...metadata } = document._metadata;
  const fields = cacheFieldsSchema.safeParse(cache);
  // The spread forgets which of the two forms it is; leaving out a field that neither has by name does not change that.
  const own = { ...document, _metadata: metadata } as typeof document;
  return fields.success ? { ...fields.data, angle, document: own } : 'damaged';
}
