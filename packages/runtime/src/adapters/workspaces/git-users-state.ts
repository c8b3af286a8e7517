import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Git } from './git.js';
import type { Repository } from './git-repository.js';
import { createFileDigests } from './workspace-digest.js';

type State = ReadonlyMap<string, string>;

type Taken = { readonly files: State; readonly head: string; readonly state: State };

/**
 * What a command could have changed in the user's repository beside files: branches, tags, notes, stashes, settings, hooks, what
 * is checked out and what is under way (a merge, a rebase). The same map as the last time while nothing of it was touched: git is
 * asked for branches and tags only when the files were that it keeps them in, because starting it takes longer than looking at
 * those.
 */
export function createUsersState({ git, gitDir, commonDir }: Repository): (signal: AbortSignal) => Promise<State> {
  const digests = createFileDigests();
  let last: Taken | undefined;
  return async (signal) => {
    const [files, head] = await Promise.all([
      digests.digest(commonDir, listFiles(commonDir, ownPaths(gitDir, commonDir)), signal),
      readFile(join(gitDir, 'HEAD'), 'utf8').catch(() => ''),
    ]);
    if (last?.files === files && last.head === head && tellOfRefs(files)) return last.state;
    const settings = [...files].filter(([path]) => !isOfRefs.test(path));
    const refs = await usersRefs(git, signal);
    const state = new Map([...settings, ...refs, ['HEAD', head]].map(([path, told]) => [`.git/${path}`, told]));
    last = { files, head, state };
    return state;
  };
}

const isOfRefs = /^(?:refs\/|packed-refs$)/;

const kindsOfRefs = ['refs/heads', 'refs/tags', 'refs/notes', 'refs/replace'];

/** Of stashes but the newest there is only what the log of them says. */
const sharedFiles = [
  ...['config', 'info/exclude', 'info/attributes'],
  ...['packed-refs', 'refs/heads', 'refs/stash', 'logs/refs/stash'],
];

/** Each linked worktree has its own. */
const ownFiles = [
  ...['config.worktree', 'info/sparse-checkout', 'MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'BISECT_LOG'],
  ...['rebase-merge/git-rebase-todo', 'rebase-apply/next', 'sequencer/todo'],
];

function ownPaths(gitDir: string, commonDir: string): readonly string[] {
  return ownFiles.map((file) => relative(commonDir, join(gitDir, file)).split(sep).join('/'));
}

async function listFiles(commonDir: string, own: readonly string[]): Promise<readonly string[]> {
  const namesIn = async (folder: string): Promise<readonly string[]> => {
    const names = await readdir(join(commonDir, folder), { recursive: true }).catch(() => []);
    return names.map((name) => `${folder}/${name}`);
  };
  const found = await Promise.all(['hooks', ...kindsOfRefs].map(namesIn));
  return [...sharedFiles, ...own, ...found.flat()];
}

/** Not where git keeps them elsewhere: behind a link, or in another format, for which a file stands in place of the folder. */
function tellOfRefs(files: State): boolean {
  const isLink = ([path, digest]: readonly [string, string]): boolean =>
    isOfRefs.test(path) && digest.startsWith('link:');
  return !files.has('refs/heads') && ![...files].some(isLink);
}

/** Not the remotes': an editor that fetches in the background changes nothing. Not ours. */
async function usersRefs(git: Git, signal: AbortSignal): Promise<readonly (readonly [string, string])[]> {
  const kinds = [...kindsOfRefs, 'refs/stash'];
  const text = await git.ask(['for-each-ref', '--format=%(refname) %(objectname)', ...kinds], { signal });
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('refs/heads/planwright/'))
    .map((line) => line.split(' ') as [string, string]);
}
