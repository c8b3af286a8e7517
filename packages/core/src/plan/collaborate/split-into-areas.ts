import { fileMentionsIn } from '../../explore/file-mentions.js';
import { type MergedExploration, type MergedFile, modulesTouched } from '../../explore/merge-explorations.js';
import { linesOf } from '../../explore/words.js';
import { type Area, areaLimits, areaNameFrom, idsAt } from './area.js';

export type AreaSplit = {
  /** The weightiest first. One where the task has no parts. */
  readonly areas: readonly Area[];
  /** Why there are fewer areas than were asked for, and what was put together. */
  readonly notes: readonly string[];
};

type Part = {
  readonly name: string;
  readonly focus: string;
  readonly files: readonly string[];
  readonly weight: number;
};

/**
 * Splits a task into areas that can be planned side by side: by the parts of the project it touches, else by the folders it
 * concerns, else by the items it lists. The same task and exploration give the same areas.
 */
export function splitIntoAreas(task: string, exploration: MergedExploration | undefined, wanted: number): AreaSplit {
  const count = Math.min(Math.max(Math.trunc(wanted), areaLimits.least), areaLimits.most);
  const ways = [partsTouched(exploration), partsConcerned(exploration), partsListed(task)];
  const parts = ways.find((found) => found.length > 1) ?? ways.find((found) => found.length > 0) ?? [];
  if (parts.length < 2) return { areas: [wholeTask(task, exploration)], notes: [whyWhole(parts[0], exploration)] };
  const groups = gathered(parts, count);
  const areas = named(groups, exploration);
  return { areas, notes: [...whyFewer(count, parts), ...whatWasGathered(groups, areas, parts.length)] };
}

/** Below this a file is hardly more than mentioned. */
const concerned = 0.5;

function partsTouched(exploration: MergedExploration | undefined): readonly Part[] {
  return exploration ? partsByFolder(modulesTouched(exploration), exploration.files) : [];
}

function partsConcerned(exploration: MergedExploration | undefined): readonly Part[] {
  const files = exploration?.files.filter(({ relevance }) => relevance >= concerned) ?? [];
  const folders = files.flatMap(({ path }) => (path.includes('/') ? [path.slice(0, path.lastIndexOf('/'))] : []));
  return partsByFolder([...new Set(folders)].sort(), files);
}

function partsByFolder(folders: readonly string[], files: readonly MergedFile[]): readonly Part[] {
  const nearestFirst = folders.toSorted((one, other) => other.length - one.length);
  const folderOf = (path: string): string | undefined => nearestFirst.find((folder) => path.startsWith(`${folder}/`));
  return folders.map((folder) => {
    const own = files.filter(({ path }) => folderOf(path) === folder);
    const weight = own.reduce((sum, { relevance }) => sum + relevance, 0);
    return { name: areaNameFrom(folder), focus: folder, files: own.map(({ path }) => path), weight };
  });
}

const item = /^\s{0,3}(?:[-*+•]|\d{1,3}[.)])\s+(\S.*)$/;
const wordsOfName = 4;

/** Every item weighs the same, so their order is the author's. */
function partsListed(task: string): readonly Part[] {
  return linesOf(task).flatMap((line): Part[] => {
    const focus = item.exec(line)?.[1]?.trim();
    if (focus === undefined) return [];
    const name = areaNameFrom(focus.split(/\s+/).slice(0, wordsOfName).join(' '));
    return [{ name, focus, files: fileMentionsIn(focus), weight: 1 }];
  });
}

/** The heaviest part goes where there is least yet. */
function gathered(parts: readonly Part[], count: number): readonly (readonly Part[])[] {
  const groups: Part[][] = Array.from({ length: Math.min(count, parts.length) }, () => []);
  const weightOf = (group: readonly Part[]): number => group.reduce((sum, { weight }) => sum + weight, 0);
  for (const part of parts.toSorted((one, other) => other.weight - one.weight)) {
    const lightest = groups.reduce((least, group) => (weightOf(group) < weightOf(least) ? group : least));
    lightest.push(part);
  }
  return groups;
}

function named(groups: readonly (readonly Part[])[], exploration: MergedExploration | undefined): readonly Area[] {
  const taken = new Set<string>();
  const assigned = new Set(groups.flat().flatMap(({ files }) => files));
  return groups.map((group, place) => {
    const wanted = group[0]?.name ?? '';
    const name = wanted === '' || taken.has(wanted) ? freeName(place + 1, taken) : wanted;
    taken.add(name);
    // What is changed and lies in no part belongs to the first, whose steps come before those of the others.
    const others = place === 0 ? changedElsewhere(exploration, assigned) : [];
    return {
      name,
      focus: listed(group.map(({ focus }) => focus)),
      files: [...group.flatMap(({ files }) => files), ...others],
      ids: idsAt(place),
    };
  });
}

function freeName(place: number, taken: ReadonlySet<string>): string {
  return taken.has(`area-${place}`) ? freeName(place + areaLimits.most, taken) : `area-${place}`;
}

function changedElsewhere(
  exploration: MergedExploration | undefined,
  assigned: ReadonlySet<string>,
): readonly string[] {
  const changed = exploration?.files.filter(({ role, path }) => role === 'modify_target' && !assigned.has(path));
  return changed?.map(({ path }) => path) ?? [];
}

function wholeTask(task: string, exploration: MergedExploration | undefined): Area {
  const files = exploration?.files.map(({ path }) => path) ?? fileMentionsIn(task);
  return { name: 'area-1', focus: 'the whole task', files, ids: idsAt(0) };
}

function whyWhole(only: Part | undefined, exploration: MergedExploration | undefined): string {
  const why = only
    ? `all of it is in ${only.focus}`
    : exploration === undefined
      ? 'the project was not explored, and the task lists no items'
      : 'no part of the project was found that it touches, and it lists no items';
  return `the task was planned as a whole instead of in areas: ${why}`;
}

function whyFewer(count: number, parts: readonly Part[]): readonly string[] {
  if (parts.length >= count) return [];
  return [
    `${parts.length} areas instead of ${count}: the task has ${parts.length} parts (${parts.map(({ focus }) => cut(focus)).join('; ')})`,
  ];
}

function whatWasGathered(
  groups: readonly (readonly Part[])[],
  areas: readonly Area[],
  parts: number,
): readonly string[] {
  const several = areas.filter((_, place) => (groups[place]?.length ?? 0) > 1);
  if (several.length === 0) return [];
  const told = several.map(({ name, focus }) => `${name} is ${cut(focus)}`).join('; ');
  return [`${parts} parts of the task are planned in ${areas.length} areas: ${told}`];
}

function listed(texts: readonly string[]): string {
  return texts.length < 2 ? (texts[0] ?? '') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1) ?? ''}`;
}

function cut(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
