import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from './system.js';

/** What belongs to the user and not to a project. */
export function userFolder(env: Environment): string {
  const given = env['XDG_CONFIG_HOME'] ?? '';
  return join(given === '' ? join(env['HOME'] ?? homedir(), '.config') : given, 'planwright');
}

/** The user's own settings; the project's are in its root. */
export function userSettingsFile(env: Environment): string {
  return join(userFolder(env), 'planwright.yaml');
}
