import { readdir, stat } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { nearestName } from '@planwright/core';
import type { FileError } from './config-finding.js';

const shipped = '@examples/';
/** What the scripted agents of the shipped configurations say; no configurations. */
const replies = 'scripts/';
const endings = ['.yaml', '.yml', '.json'];

export type ConfigFolders = {
  /** Where a relative path starts. */
  readonly cwd: string;
  /** The folder of shipped configurations. */
  readonly examples: string;
};

export type FoundFile = { readonly file: string } | { readonly problem: FileError };

/** The file that a name stands for: a path, or `@examples/NAME` for one that is shipped. */
export async function findConfigFile(named: string, { cwd, examples }: ConfigFolders): Promise<FoundFile> {
  if (named.startsWith(shipped)) return findExample(named.slice(shipped.length), examples);
  const file = resolve(cwd, named);
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) return refuse('file-not-found', `${named} is not there`, '@examples/NAME is a shipped one');
  if (!found.isFile()) return refuse('file-unreadable', `${named} is not a file`, aFile);
  if (!endings.includes(extname(file).toLowerCase()))
    return refuse('bad-extension', `${named} is no configuration by its name; expected ${endings.join(', ')}`, aFile);
  return { file };
}

const aFile = 'name a YAML or JSON file, or a shipped one as @examples/NAME';

/** Only what is listed is found, so that no name leads out of the folder. */
async function findExample(name: string, folder: string): Promise<FoundFile> {
  const listed = await readdir(folder, { recursive: true }).catch(() => []);
  const files = listed
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => endings.includes(extname(file)))
    .sort();
  const found = files.find((file) => file === name || withoutEnding(file) === name);
  if (found !== undefined) return { file: join(folder, found) };
  const names = files.filter((file) => !file.startsWith(replies)).map(withoutEnding);
  const near = nearestName(withoutEnding(name).toLowerCase(), names);
  return refuse(
    'unknown-example',
    `there is no example "${name}"`,
    near === undefined ? `there are ${names.join(', ')}` : `did you mean "${shipped}${near}"?`,
  );
}

function withoutEnding(file: string): string {
  const ending = extname(file);
  return endings.includes(ending) ? file.slice(0, -ending.length) : file;
}

function refuse(code: FileError['code'], message: string, suggestion: string): FoundFile {
  return { problem: { code, path: [], message, suggestion } };
}
