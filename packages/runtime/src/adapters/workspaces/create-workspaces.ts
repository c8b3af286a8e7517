import type { Workspaces } from '../../ports/workspaces.js';
import { isGitThere } from './git.js';
import type { GitWorkspacesOptions } from './git-ground.js';

/** Workspaces over git where git is installed, whether or not the project uses it, else by copies of files. */
export async function createWorkspaces(options: GitWorkspacesOptions): Promise<Workspaces> {
  if (await isGitThere(options)) return (await import('./git-workspaces.js')).createGitWorkspaces(options);
  return (await import('./copy-workspaces.js')).createCopyWorkspaces(options);
}
