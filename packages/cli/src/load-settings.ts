import { readFileSync } from 'node:fs';
import type { Flags } from './command.js';
import type { Project } from './project.js';
import type { FileLayer, ResolvedSettings } from './settings.js';
import type { Environment } from './system.js';
import { userSettingsFile } from './user-folder.js';

/** The only place that reads the environment. */
export function environment(): Environment {
  return process.env;
}

/** Reads and checks everything that settles how the program behaves. What is wrong is part of the answer. */
export async function loadSettings(project: Project, flags: Flags, env: Environment): Promise<ResolvedSettings> {
  const [own, user, { resolveSettings }] = await Promise.all([
    projectLayer(project, env),
    fileLayer(userSettingsFile(env)),
    import('./settings.js'),
  ]);
  return resolveSettings({ flags: flags.values, env, project: own, user });
}

async function projectLayer(project: Project, env: Environment): Promise<FileLayer | undefined> {
  const layer = await fileLayer(project.settingsFile);
  if (layer === undefined) return undefined;
  const { settingTable } = await import('./setting-table.js');
  // Who trusts what is looked up only where it can matter.
  if (![...layer.values.keys()].some((name) => settingTable[name].notFromProject !== undefined)) return layer;
  const { powerfulFiles, userTrust } = await import('./trust.js');
  const file = powerfulFiles(project).find(({ path }) => path === 'planwright.yaml');
  return { ...layer, isTrusted: () => file !== undefined && userTrust(env).isTrusted(file) };
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
