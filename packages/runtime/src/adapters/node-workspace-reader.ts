import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { FileText, ReadOptions, WorkspaceFile, WorkspaceReader } from '../ports/workspace-reader.js';
import { locateFile } from './confined-path.js';
import { isOpenedAt } from './opened-at.js';
import { describeReadFailure } from './read-failure.js';
import { createTextCache } from './text-cache.js';
import { listFiles } from './workspace-listing.js';

export type WorkspaceReaderOptions = {
  readonly maxFileBytes?: number;
  readonly maxFiles?: number;
  /** How many characters of files read before are kept. */
  readonly cacheCharacters?: number;
};

const defaults = { maxFileBytes: 1024 * 1024, maxFiles: 50_000, cacheCharacters: 64 * 1024 * 1024 };

/** Reads the project under `root`: its text files, without what is ignored, and nothing outside it. */
export function createNodeWorkspaceReader(root: string, options: WorkspaceReaderOptions = {}): WorkspaceReader {
  const limits = { ...defaults, ...options };
  const cache = createTextCache(limits.cacheCharacters);
  const realRoot = createRealRoot(root);

  const readListed = (file: WorkspaceFile, { signal }: ReadOptions): FileText => {
    signal.throwIfAborted();
    const known = cache.get(file.path, file.version);
    if (known) return known;
    const read = readText(join(realRoot(), file.path), file.path, limits.maxFileBytes);
    // A link may be gone as quickly as it came; that is nothing to remember of the file.
    if (read.type === 'text' || read.reason !== 'outside') cache.set(file.path, file.version, read);
    return read;
  };

  return {
    list: (listOptions) => listFiles(root, limits.maxFiles, listOptions),
    // Async, so that a signal that was aborted rejects.
    readListed: async (file, readOptions) => Promise.resolve(readListed(file, readOptions)),
    read: async (path, readOptions) => {
      readOptions.signal.throwIfAborted();
      const located = await locateFile(root, path);
      return located.type === 'found' ? readListed(located.file, readOptions) : located;
    },
  };
}

/** Looked up once there is such a folder: it is asked for with every file. */
function createRealRoot(root: string): () => string {
  let known: string | undefined;
  return () => {
    try {
      known ??= realpathSync(root);
      return known;
    } catch {
      return root;
    }
  };
}

/** A NUL this early is how git tells binary from text. */
const binaryProbe = 8000;
/** A link or pipe put in the file's place since it was listed is not followed, nor waited for. Windows has neither flag. */
const flags = constants.O_RDONLY | optional('O_NOFOLLOW') | optional('O_NONBLOCK');

function optional(name: 'O_NOFOLLOW' | 'O_NONBLOCK'): number {
  return (constants as Readonly<Record<string, number | undefined>>)[name] ?? 0;
}

/** Without waiting: handing a small file to another thread, four times, costs several times what reading it does. */
function readText(file: string, path: string, maxBytes: number): FileText {
  try {
    const handle = openSync(file, flags);
    try {
      if (!isOpenedAt(handle, file))
        return {
          type: 'unreadable',
          path,
          reason: 'outside',
          message: `${path} now leads elsewhere, by way of a link`,
        };
      const { size } = fstatSync(handle);
      if (size > maxBytes) return tooLarge(path, size, maxBytes);
      const bytes = readFileSync(handle);
      if (bytes.subarray(0, binaryProbe).includes(0))
        return { type: 'unreadable', path, reason: 'binary', message: `${path} is not a text file` };
      return { type: 'text', path, text: bytes.toString('utf8').replace(/^\uFEFF/, '') };
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    return { type: 'unreadable', path, reason: 'not-allowed', message: `${path}: ${describeReadFailure(error)}` };
  }
}

function tooLarge(path: string, size: number, maxBytes: number): FileText {
  const message = `${path} has ${size} bytes; files of at most ${maxBytes} are read`;
  return { type: 'unreadable', path, reason: 'too-large', message };
}
