import type { FileText } from '../ports/workspace-reader.js';

/** Files read before, by path and version, up to a number of characters; the longest unused go first. */
export type TextCache = {
  readonly get: (path: string, version: string) => FileText | undefined;
  readonly set: (path: string, version: string, read: FileText) => void;
};

export function createTextCache(maxCharacters: number): TextCache {
  const entries = new Map<string, { readonly version: string; readonly read: FileText }>();
  let characters = 0;

  const drop = (path: string): void => {
    const entry = entries.get(path);
    if (!entry) return;
    characters -= sizeOf(entry.read);
    entries.delete(path);
  };

  return {
    get: (path, version) => {
      const entry = entries.get(path);
      if (entry?.version !== version) return undefined;
      // A map keeps the order of insertion, so putting it back makes it the last to go.
      entries.delete(path);
      entries.set(path, entry);
      return entry.read;
    },
    set: (path, version, read) => {
      drop(path);
      if (sizeOf(read) > maxCharacters) return;
      entries.set(path, { version, read });
      characters += sizeOf(read);
      for (const oldest of entries.keys()) {
        if (characters <= maxCharacters) break;
        drop(oldest);
      }
    },
  };
}

function sizeOf(read: FileText): number {
  return read.type === 'text' ? read.text.length : 0;
}
