import { type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { type SandboxMount, sandboxRules } from '@planwright/core';
import type { Environment } from '../command-environment.js';
import { isInside } from '../tools/inside-root.js';
import { createFirmPaths } from './firm-paths.js';
import { homeFolders } from './home-folders.js';
import { resolveLinks } from './resolve-links.js';
import type { ReadySandbox } from './sandbox.js';
import { toolFolders } from './tool-folders.js';

export type BubblewrapOptions = {
  /** What tells the home folder and where tools are. */
  readonly environment: Environment;
  /** What every program may read although it is in a folder that is hidden: absolute, or `~/…`. */
  readonly readable?: readonly string[] | undefined;
  /** What every program may write: absolute, or `~/…`. */
  readonly writable?: readonly string[] | undefined;
  /** Whether programs may reach the network. They may not unless it says so. */
  readonly network?: boolean | undefined;
};

/**
 * A sandbox made by bubblewrap. Signals end it at once, with all that runs in it: what is inside cannot leave it, and so needs no
 * process group. A program that a signal ended has the exit code 128 and the signal's number.
 */
export function createBubblewrap(bubblewrap: string, options: BubblewrapOptions): ReadySandbox {
  const [toldHome, ...otherHomes] = homeFolders(options.environment);
  const home = resolved(toldHome);
  const inHome = (paths: readonly string[] = []): readonly string[] =>
    paths.map((path) => resolved(expand(path, home)));
  const readable = [...toolFolders(options.environment, home), ...inHome(options.readable)];
  const writable = inHome(options.writable);
  const isFirm = createFirmPaths();
  return {
    at: (place) => {
      const root = resolved(place.root);
      const { mounts, network } = sandboxRules({
        ...{ root, home, network: place.network ?? options.network ?? false },
        readable: [...readable, ...inHome(place.readable)],
        hidden: [...otherHomes, '/var/run'].map(resolved),
        writable: [...(place.access === 'writes' ? [root] : []), ...writable, ...inHome(place.writable)],
      });
      const shown = mounts.filter((mount) => !showsInWritable(mount, mounts) || isFirm(mount.path));
      const [system = [], ...rest] = shown.map(mountArguments);
      return (argv) => [
        ...([bubblewrap, ...confinement, ...(network ? [] : ['--unshare-net'])] as const),
        ...[...system, '--dev', '/dev', '--proc', '/proc', ...rest.flat()],
        ...['--setenv', 'HOME', home, '--setenv', 'TMPDIR', '/tmp', '--unsetenv', 'XDG_RUNTIME_DIR'],
        ...['--chdir', resolved(place.cwd ?? root), '--', ...argv],
      ];
    },
  };
}

/** Root keeps its capabilities otherwise, and could unmount what hides and protects. */
const withoutCapabilities = ['--cap-drop', 'ALL'];
const ownNamespaces = ['--unshare-user', '--unshare-pid', '--unshare-ipc', '--unshare-uts'];
const confinement = ['--die-with-parent', '--new-session', ...ownNamespaces, ...withoutCapabilities];

/** Whether it shows something at a place where programs may have put a link. */
function showsInWritable(mount: SandboxMount, mounts: readonly SandboxMount[]): boolean {
  const around = mounts.filter(({ path, as }) => as === 'writable' && path !== mount.path);
  return mount.as !== 'hidden' && around.some(({ path }) => isInside(path, mount.path));
}

function mountArguments({ path, as }: SandboxMount): readonly string[] {
  const found = statusOf(path);
  if (found === undefined) return [];
  switch (as) {
    case 'read-only':
      return ['--ro-bind', path, path];
    case 'writable':
      return ['--bind', path, path];
    case 'hidden':
      // Bubblewrap cannot mount on a link. A file that cannot be opened stops many programs; an empty one does not.
      return found.isDirectory() ? ['--tmpfs', resolved(path)] : ['--dev-bind', '/dev/null', resolved(path)];
  }
}

function expand(path: string, home: string): string {
  return path.startsWith('~/') ? join(home, path.slice(2)) : path;
}

function resolved(path: string): string {
  return resolveLinks(path) ?? path;
}

function statusOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
