import { readFileSync } from 'node:fs';
import { isMap, parseDocument } from 'yaml';
import { pathInside } from './path-inside.js';
import type { Project } from './project.js';
import type { System } from './system.js';
import { userSettingsFile } from './user-folder.js';

/** The files that hold settings, those of the project before the user's own. */
export function settingsFiles({ settingsFile }: Project, { env }: Pick<System, 'env'>): readonly string[] {
  return [settingsFile, userSettingsFile(env)];
}

/** The settings file that names agents to coordinate, as one would type it; undefined where none does. */
export function settingsWithAgents(project: Project, system: Pick<System, 'env' | 'cwd'>): string | undefined {
  const file = settingsFiles(project, system).find(namesAgents);
  return file === undefined ? undefined : (pathInside(system.cwd, file) ?? file);
}

function namesAgents(file: string): boolean {
  try {
    const { contents } = parseDocument(readFileSync(file, 'utf8'));
    return isMap(contents) && (contents.has('agents') || contents.has('agent'));
  } catch {
    // Not there, or not readable: the settings say so where it matters.
    return false;
  }
}
