import type { Look } from '@planwright/core';
import type { FileText, ReadOptions, WorkspaceReader } from '../../ports/workspace-reader.js';
import { digestText } from './digest-text.js';

/** Files as looks: what each says now, or that it cannot be read. */
export async function fileLooks(
  paths: readonly string[],
  reader: WorkspaceReader,
  options: ReadOptions,
): Promise<readonly Look[]> {
  const { files } = await reader.list(options);
  const byPath = new Map(files.map((file) => [file.path, file]));
  return Promise.all(
    paths.map(async (path) => {
      const file = byPath.get(path);
      const read = file && (await reader.readListed(file, options));
      return { tool: 'read', args: { path }, digest: digestOf(read) };
    }),
  );
}

/** What a file that somebody named says now. */
export async function digestOfFile(path: string, reader: WorkspaceReader, options: ReadOptions): Promise<string> {
  return digestOf(await reader.read(path, options));
}

function digestOf(read: FileText | undefined): string {
  return read?.type === 'text' ? digestText(read.text) : 'unreadable';
}
