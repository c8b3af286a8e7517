import { existsSync, statSync } from 'node:fs';
import { mkdir, realpath } from 'node:fs/promises';
import { basename, delimiter, dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { otherPeoples } from '@planwright/core';
import type { Environment } from '../command-environment.js';
import { isInside } from '../tools/inside-root.js';
import { homeFolders } from './home-folders.js';
import type { Argv, Confine, Sandbox } from './sandbox.js';

export type AgentWall = {
  readonly sandbox?: Sandbox | undefined;
  /** Our own environment. */
  readonly env: Environment;
  /** What it may write beside its place, for its sign-in and its sessions: absolute, or `~/…`. */
  readonly folders: readonly string[];
};

export type ConfinedAgent = {
  readonly confine: Confine;
  /** What it must be told to find its way behind the wall. */
  readonly environment: Readonly<Record<string, string>>;
};

/**
 * The wall around an agent program that works in a folder, with the doors it needs: the network, where its model is, the folders
 * of its sign-in, and where it is installed. Undefined where there is no wall.
 */
export async function confineAgent(
  argv: Argv,
  root: string,
  { sandbox, env, folders }: AgentWall,
): Promise<ConfinedAgent | undefined> {
  const program = sandbox && (await programFile(argv[0], root, env));
  // What is not installed cannot be started, behind a wall or not, and without one that is said more plainly.
  if (program === undefined) return undefined;
  const cache = packageCache(argv[0], env);
  if (cache !== undefined) await mkdir(cache.folder, { recursive: true });
  const files = [program, ...(await realFiles(argv.slice(1).filter(isAbsolute)))];
  const confine = await sandbox?.at({
    ...{ root, network: true, readable: files.map((file) => installedIn(file, homeFolders(env))) },
    // It writes in its place: the step's when it may write, a copy when it may not.
    access: 'writes',
    writable: [...folders, ...(cache === undefined ? [] : [cache.folder])],
  });
  return confine && { confine, environment: cache === undefined ? {} : { [cache.variable]: cache.folder } };
}

/** For an agent that says it is not signed in. */
export function signInSeen(folders: readonly string[]): string {
  const seen = folders.length === 0 ? 'in no folder' : `only in ${folders.join(', ')}`;
  return `in the sandbox it sees its sign-in ${seen}: name other folders in sandbox.agent_folders, or set sandbox to off`;
}

/** Programs that fetch a package before they run it, and how they are told where to keep it. */
const packageRunners: Readonly<Record<string, { readonly variable: string; readonly name: string }>> = {
  npx: { variable: 'npm_config_cache', name: 'npm' },
  bunx: { variable: 'BUN_INSTALL_CACHE_DIR', name: 'bun' },
  uvx: { variable: 'UV_CACHE_DIR', name: 'uv' },
};

/** Of their own, so that a package is not fetched for every turn, and what agents leave there is never run by the user. */
function packageCache(program: string, env: Environment) {
  const runner = packageRunners[basename(program)];
  return runner && { ...runner, folder: join(homeFolders(env)[0], '.cache', 'planwright', 'agents', runner.name) };
}

/** Where the system looks when nobody says where. */
const systemPath = '/usr/bin:/bin';

/**
 * The file that is started: what a name on the PATH, or a way from the working folder, leads to. The PATH may hold such ways
 * too, and the system goes them: a program that were not found here would be started without a wall.
 */
async function programFile(program: string, root: string, env: Environment): Promise<string | undefined> {
  const onPath = (env['PATH'] ?? systemPath).split(delimiter);
  const places = program.includes(sep) ? [program] : onPath.map((folder) => join(folder, program));
  return (await realFiles(places.map((place) => resolve(root, place))))[0];
}

async function realFiles(paths: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(paths.map((path) => realpath(path).catch(() => undefined)));
  return found.filter((path) => path !== undefined).filter((path) => statSync(path).isFile());
}

/** What has to be seen with it: packages of Node stand among those they need, and one that is worked on is whole. */
function installedIn(file: string, homes: readonly string[]): string {
  const packages = `${sep}node_modules${sep}`;
  const at = file.indexOf(packages);
  if (at !== -1) return file.slice(0, at + packages.length - 1);
  const around = foldersAround(file).filter((folder) => !holdsWhatIsHidden(folder, homes));
  return around.findLast((folder) => existsSync(join(folder, 'package.json'))) ?? around[0] ?? file;
}

/** Homes, somebody else's too, and places that everybody shares. */
function holdsWhatIsHidden(folder: string, homes: readonly string[]): boolean {
  return [...homes, ...otherPeoples].some((hidden) => isInside(folder, hidden)) || dirname(folder) === '/home';
}

function foldersAround(path: string): readonly string[] {
  const folder = dirname(path);
  return folder === path ? [] : [folder, ...foldersAround(folder)];
}
