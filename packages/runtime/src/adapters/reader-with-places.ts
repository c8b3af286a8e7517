import { statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import type { WorkspaceListing, WorkspaceReader } from '../ports/workspace-reader.js';
import { locateFile } from './confined-path.js';
import { createNodeWorkspaceReader } from './node-workspace-reader.js';
import { isInside } from './tools/inside-root.js';

/**
 * The same reader, which also reads what lies at some places outside the project: folders, or single files. Their files are
 * named by paths from the root of the file system; nothing else outside can be named, and links do not lead out of a place.
 */
export function createReaderWithPlaces(reader: WorkspaceReader, paths: readonly string[]): WorkspaceReader {
  if (paths.length === 0) return reader;
  const places = paths.map(placeAt);
  const placeOf = (path: string): Place | undefined =>
    isAbsolute(path) ? places.find((place) => place.has(path)) : undefined;
  return {
    list: async (options) => {
      const listed = await Promise.all([reader, ...places].map((each) => each.list(options)));
      return { files: listed.flatMap(({ files }) => files), notes: listed.flatMap(({ notes }) => notes) };
    },
    readListed: (file, options) => (placeOf(file.path) ?? reader).readListed(file, options),
    read: (path, options) => (placeOf(path) ?? reader).read(path, options),
  };
}

type Place = WorkspaceReader & { readonly has: (path: string) => boolean };

function placeAt(path: string): Place {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  const root = isFolder ? path : dirname(path);
  const reader = createNodeWorkspaceReader(root);
  const inward = (named: string): string => relative(root, named);
  const outward = <Found extends { readonly path: string }>(found: Found): Found => ({
    ...found,
    path: join(root, found.path),
  });
  return {
    has: (named) => (isFolder ? isInside(root, named) : named === path),
    list: async (options) => {
      const { files, notes } = isFolder ? await reader.list(options) : await onlyFile(root, basename(path));
      return { files: files.map(outward), notes: notes.map((note) => `${path}: ${note}`) };
    },
    readListed: async (file, options) =>
      outward(await reader.readListed({ ...file, path: inward(file.path) }, options)),
    read: async (named, options) => outward(await reader.read(inward(named), options)),
  };
}

/** What lies beside it is not shown, nor looked at. */
async function onlyFile(root: string, name: string): Promise<WorkspaceListing> {
  const located = await locateFile(root, name);
  return { files: located.type === 'found' ? [located.file] : [], notes: [] };
}
