import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ignore, { type Ignore } from 'ignore';

/** Never part of the project's own text, whatever its `.gitignore` says. */
const alwaysIgnored = new Set(['.git', '.hg', '.svn', 'node_modules', '.planwright']);

export function isAlwaysIgnored(name: string): boolean {
  return alwaysIgnored.has(name);
}

/** What the `.gitignore` files from the root down to one folder say. */
export type IgnoreRules = {
  readonly isIgnored: (path: string, isFolder: boolean) => boolean;
  /** The rules inside a folder, with its own `.gitignore` added if it has one. */
  readonly into: (folder: string, hasOwnFile: boolean) => Promise<IgnoreRules>;
};

type Scope = { readonly folder: string; readonly rules: Ignore };

export function createIgnoreRules(root: string): IgnoreRules {
  return rulesOf(root, []);
}

function rulesOf(root: string, scopes: readonly Scope[]): IgnoreRules {
  return {
    isIgnored: (path, isFolder) => isIgnoredBy(scopes, path, isFolder),
    into: async (folder, hasOwnFile) => {
      const text = hasOwnFile ? await readIfThere(join(root, folder, '.gitignore')) : '';
      return text === '' ? rulesOf(root, scopes) : rulesOf(root, [...scopes, { folder, rules: ignore().add(text) }]);
    },
  };
}

/** The deepest file that says anything decides, as in git. */
function isIgnoredBy(scopes: readonly Scope[], path: string, isFolder: boolean): boolean {
  for (const { folder, rules } of scopes.toReversed()) {
    const relative = folder === '' ? path : path.slice(folder.length + 1);
    const verdict = rules.test(isFolder ? `${relative}/` : relative);
    if (verdict.ignored) return true;
    if (verdict.unignored) return false;
  }
  return false;
}

async function readIfThere(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}
