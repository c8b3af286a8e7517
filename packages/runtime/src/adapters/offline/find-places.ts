import type { PathMention } from './named-in-task.js';

/** The files of the project that the paths in a text mean. */
export type Places = {
  readonly files: readonly PathMention[];
  /** Folders, without a slash at the end. */
  readonly folders: readonly string[];
  /** What was named and is not there. */
  readonly missing: readonly string[];
};

/** A bare name may mean several files; the ones nearest to the root are meant first. */
const mostAlike = 3;

/** Reads paths the way people write them: whole, from some folder on (`tools/agents.ts`), or the bare name. */
export function findPlaces(mentions: readonly PathMention[], paths: readonly string[]): Places {
  const files = new Map<string, PathMention>();
  const folders = new Set<string>();
  const missing: string[] = [];
  for (const { path, line } of mentions) {
    const found = filesNamed(path, paths);
    for (const file of found)
      files.set(`${file}:${line ?? ''}`, { path: file, ...(line === undefined ? {} : { line }) });
    const folder = found.length > 0 ? undefined : folderNamed(path, paths);
    if (folder !== undefined) folders.add(folder);
    if (found.length === 0 && folder === undefined) missing.push(path);
  }
  return { files: [...files.values()], folders: [...folders], missing };
}

/** Where a person said which of several files of one name is meant, the others are not. */
export function placesMeant(places: Places, answers: readonly string[]): Places {
  const meant = places.files.filter(({ path }) => answers.includes(path));
  const isOther = ({ path }: PathMention): boolean =>
    !answers.includes(path) && meant.some((each) => nameOf(each.path) === nameOf(path));
  return { ...places, files: places.files.filter((file) => !isOther(file)) };
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).toLowerCase();
}

function filesNamed(written: string, paths: readonly string[]): readonly string[] {
  if (paths.includes(written)) return [written];
  const wanted = written.toLowerCase();
  const ending = paths.filter((path) => path.toLowerCase().endsWith(`/${wanted}`) || path.toLowerCase() === wanted);
  if (ending.length > 0) return nearestToRoot(ending).slice(0, mostAlike);
  // `README` means README.md, at the top.
  return paths.filter((path) => path.toLowerCase().startsWith(`${wanted}.`)).slice(0, 1);
}

function nearestToRoot(paths: readonly string[]): readonly string[] {
  return paths.toSorted((one, other) => one.split('/').length - other.split('/').length);
}

function folderNamed(written: string, paths: readonly string[]): string | undefined {
  if (paths.some((path) => path.startsWith(`${written}/`))) return written;
  const inner = paths.find((path) => path.includes(`/${written}/`));
  return inner?.slice(0, inner.indexOf(`/${written}/`) + written.length + 1);
}
