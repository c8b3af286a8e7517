import type { ReadOptions } from '../../ports/workspace-reader.js';
import type { ImportScope } from './import-graph.js';
import { readTexts, type Sources } from './sources.js';

const manifest = /(?:^|\/)(?:package\.json|go\.mod)$/;
const nameLine = /^module\s+(\S+)|^[\s{]*"name"\s*:\s*"([^"]+)"/;

/** All files of the project, and its own packages by the names they are imported by. */
export async function importScope(sources: Sources, options: ReadOptions): Promise<ImportScope> {
  const { files } = await sources.list(options);
  const manifests = files.filter(({ path }) => manifest.test(path));
  const texts = await readTexts(sources, manifests, options);
  const packages = new Map<string, string>();
  for (const { path, lines } of texts.values()) {
    const named = lines.map((line) => nameLine.exec(line)).find((match) => match !== null);
    const name = named?.[1] ?? named?.[2];
    if (name !== undefined) packages.set(name, path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '');
  }
  return { paths: new Set(files.map(({ path }) => path)), packages };
}
