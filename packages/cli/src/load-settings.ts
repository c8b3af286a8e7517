import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Flags } from './command.js';
import type { Project } from './project.js';
import type { FileLayer, ResolvedSettings } from './settings.js';
import type { Environment } from './system.js';

/** The only place that reads the environment. */
export function environment(): Environment {
  return process.env;
}

/** The user's own settings; the project's are in its root. */
export function userSettingsFile(env: Environment): string {
  const given = env['XDG_CONFIG_HOME'] ?? '';
  const folder = given === '' ? join(env['HOME'] ?? homedir(), '.config') : given;
  return join(folder, 'planwright', 'planwright.yaml');
}

/** Reads and checks everything that settles how the program behaves. What is wrong is part of the answer. */
export async function loadSettings(project: Project, flags: Flags, env: Environment): Promise<ResolvedSettings> {
  const [projectLayer, user, { resolveSettings }] = await Promise.all([
    fileLayer(project.settingsFile),
    fileLayer(userSettingsFile(env)),
    import('./settings.js'),
  ]);
  return resolveSettings({ flags: flags.values, env, project: projectLayer, user });
}

/** Undefined for a file that is not there, at no cost: the parser is loaded when there is something to parse. */
async function fileLayer(path: string): Promise<FileLayer | undefined> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    const reason = error instanceof Error ? error.message : String(error);
    return { path, values: new Map(), problems: [{ severity: 'error', message: `${path} cannot be read: ${reason}` }] };
  }
  const { readSettingsFile } = await import('./settings-file.js');
  return readSettingsFile(path, text);
}
