import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseJson } from '@planwright/core';
import * as z from 'zod';
import type { ReadOptions, WorkspaceReader } from '../../ports/workspace-reader.js';
import { digestOfFile } from './file-looks.js';

const keptSchema = z.object({
  _metadata: z.object({
    cache: z.object({
      looks: z.array(z.object({ tool: z.string(), args: z.record(z.string(), z.unknown()), digest: z.string() })),
    }),
  }),
});

export type ReadSince = { readonly read: readonly string[]; readonly changed: readonly string[] };

/**
 * The files that kept explorations (by their names in the cache's folder) looked at, and those of them that are another now or
 * gone. An exploration that is kept no longer, or in another form, says nothing.
 */
export async function filesReadSince(
  folder: string,
  explorations: readonly string[],
  reader: WorkspaceReader,
  options: ReadOptions,
): Promise<ReadSince> {
  const looks = await Promise.all(explorations.map((file) => readLooks(join(folder, basename(file)))));
  const digests = new Map(looks.flat());
  const now = await Promise.all(
    [...digests].map(async ([path, digest]) => (await digestOfFile(path, reader, options)) === digest),
  );
  const read = [...digests.keys()];
  return { read, changed: read.filter((_, place) => now[place] === false) };
}

async function readLooks(file: string): Promise<readonly (readonly [path: string, digest: string])[]> {
  const parsed = parseJson(await readFile(file, 'utf8').catch(() => ''));
  const kept = keptSchema.safeParse(parsed.ok ? parsed.value : undefined);
  if (!kept.success) return [];
  return kept.data._metadata.cache.looks.flatMap(({ tool, args, digest }) =>
    tool === 'read' && typeof args['path'] === 'string' ? [[args['path'], digest] as const] : [],
  );
}
