import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson, readExploration } from '@planwright/core';
import * as z from 'zod';
import { versionOfFile } from './version-of-file.js';

const indexName = 'cache-index.json';
const entryFile = /^explore-[a-z0-9-]+\.json$/;
/** Older ones go first. */
const mostFiles = 400;
const mostKeywords = 20;

const metadataSchema = z.looseObject({
  timestamp: z.string(),
  task_description: z.string().optional(),
  bug_description: z.string().optional(),
  cache: z.looseObject({ explorer: z.string() }),
});
const indexSchema = z.object({ entries: z.array(z.looseObject({ angle: z.string(), file: z.string() })) });

/**
 * Writes the index from the files, again and again until no file came or went meanwhile: whoever writes last has then seen
 * every file that was written before, and no process loses another's entry.
 */
export async function writeIndex(folder: string): Promise<void> {
  for (let files = await entryFiles(folder), round = 0; round < mostRounds; round += 1) {
    const entries = await Promise.all(files.map((file) => entryOf(folder, file)));
    const waiting = join(folder, `.${randomUUID()}.tmp`);
    await writeFile(
      waiting,
      `${JSON.stringify({ entries: entries.filter((entry) => entry !== undefined) }, null, 2)}\n`,
    );
    await rename(waiting, join(folder, indexName)).finally(() => rm(waiting, { force: true }));
    const now = await entryFiles(folder);
    if (now.join('\n') === files.join('\n')) return;
    files = now;
  }
}

/** Far more than there are processes that could come in between. */
const mostRounds = 50;

/** Looks at the index again only when it or its folder has changed. */
export function createIndexCheck(folder: string): () => Promise<readonly string[]> {
  let right = '';
  return async () => {
    const versions = await Promise.all([folder, join(folder, indexName)].map(versionOfFile));
    if (versions.join(' ') === right) return [];
    const notes = await checkIndex(folder);
    if (notes.length === 0) right = versions.join(' ');
    return notes;
  };
}

/** Puts the index right where it is damaged or names files that are gone, and says so. Nothing for a cache that is not there. */
async function checkIndex(folder: string): Promise<readonly string[]> {
  const text = await readFile(join(folder, indexName), 'utf8').catch(() => undefined);
  const files = await entryFiles(folder);
  if (text === undefined && files.length === 0) return [];
  const parsed = text === undefined ? undefined : parseJson(text);
  const index = parsed?.ok === true ? indexSchema.safeParse(parsed.value).data : undefined;
  const gone = index?.entries.filter(({ file }) => !files.includes(file)).map(({ file }) => file) ?? [];
  if (index && gone.length === 0) return [];
  await writeIndex(folder).catch(() => undefined);
  // Somebody who is just making the cache has files before there is an index.
  if (text === undefined) return [];
  if (!index) return [`the index of explorations could not be read and was made anew from ${files.length} files`];
  return [`the index of explorations named ${gone.join(', ')}, which is gone; it was made anew`];
}

/** Keeps the folder from growing for ever. */
export async function pruneFiles(folder: string): Promise<void> {
  const files = await entryFiles(folder);
  if (files.length <= mostFiles) return;
  const dated = await Promise.all(
    files.map(async (file) => ({ file, at: (await stat(join(folder, file)).catch(() => undefined))?.mtimeMs ?? 0 })),
  );
  const oldest = dated.sort((one, other) => one.at - other.at).slice(0, files.length - mostFiles);
  await Promise.all(oldest.map(({ file }) => rm(join(folder, file), { force: true })));
}

async function entryFiles(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => entryFile.test(name)).sort();
}

/** The fields other programs read, from the file itself; undefined for a file that is no exploration. */
async function entryOf(folder: string, file: string): Promise<object | undefined> {
  const parsed = parseJson(await readFile(join(folder, file), 'utf8').catch(() => ''));
  const read = parsed.ok ? readExploration(parsed.value, { file }) : undefined;
  const metadata = parsed.ok
    ? z.object({ _metadata: metadataSchema }).safeParse(parsed.value).data?._metadata
    : undefined;
  if (read?.ok !== true || !metadata) return undefined;
  const task = metadata.task_description ?? metadata.bug_description ?? '';
  return {
    angle: read.finding.angle,
    keywords: keywordsOf(task),
    file,
    created_by: metadata.cache.explorer,
    created_at: metadata.timestamp,
    file_count: read.finding.files.length,
  };
}

function keywordsOf(task: string): readonly string[] {
  const words = task.toLowerCase().match(/[\p{L}\p{N}_-]{3,}/gu) ?? [];
  return [...new Set(words)].slice(0, mostKeywords);
}
