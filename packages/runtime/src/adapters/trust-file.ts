import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { PlanwrightError } from '@planwright/core';
import * as z from 'zod';

/** A file of a repository that can start processes, name endpoints or widen tools, as it is now. */
export type RepositoryFile = {
  /** The project it belongs to: the same text elsewhere may start something else. */
  readonly root: string;
  /** Relative to the root. */
  readonly path: string;
  readonly text: string;
};

const trustedSchema = z.object({ root: z.string(), path: z.string(), hash: z.string(), at: z.string() });
const fileSchema = z.object({ trusted: z.array(trustedSchema) });
export type Trusted = z.infer<typeof trustedSchema>;

/** Which files of repositories a person trusts. A changed file is not trusted. */
export type Trust = {
  readonly isTrusted: (file: RepositoryFile) => boolean;
  readonly list: () => readonly Trusted[];
  /** Remembers the files as they are now. */
  readonly add: (files: readonly RepositoryFile[], at: string) => void;
  /** Forgets all that is trusted of a project. */
  readonly forget: (root: string) => readonly Trusted[];
};

/** Kept in a file of the user's own, never in the repository. A file that cannot be read trusts nothing. */
export function createTrustFile(file: string): Trust {
  const list = (): readonly Trusted[] => readTrusted(file);
  return {
    list,
    isTrusted: ({ root, path, text }) =>
      list().some((known) => known.root === root && known.path === path && known.hash === hashOf(text)),
    add: (files, at) => {
      const added = files.map(({ root, path, text }) => ({ root, path, hash: hashOf(text), at }));
      const others = list().filter(({ root, path }) => !added.some((each) => each.root === root && each.path === path));
      writeTrusted(file, [...others, ...added]);
    },
    forget: (root) => {
      const gone = list().filter((known) => known.root === root);
      if (gone.length > 0)
        writeTrusted(
          file,
          list().filter((known) => known.root !== root),
        );
      return gone;
    },
  };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function readTrusted(file: string): readonly Trusted[] {
  try {
    return fileSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).trusted;
  } catch {
    // Not there, or not ours: then nothing is trusted, which is always safe.
    return [];
  }
}

function writeTrusted(file: string, trusted: readonly Trusted[]): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, `${JSON.stringify({ trusted }, null, 2)}\n`, { mode: 0o600 });
    renameSync(draft, file);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new PlanwrightError('store-unwritable', `what you trust cannot be kept in ${file}: ${reason}`, { cause });
  }
}
