import { homedir, userInfo } from 'node:os';
import type { Environment } from '../command-environment.js';

/** The home folder that programs are told of; then, where it is another, the one the system knows. */
export function homeFolders({ HOME }: Environment): readonly [string, ...string[]] {
  const known = systemHome();
  return HOME === undefined || HOME === '' || HOME === known ? [known] : [HOME, known];
}

/** A user without an entry in the system's list has none there. */
function systemHome(): string {
  try {
    return userInfo().homedir;
  } catch {
    return homedir();
  }
}
