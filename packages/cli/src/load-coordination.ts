import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type CoordinationConfig, type CoordinationSettings, PlanwrightError } from '@planwright/core';
import { type LoadedConfig, loadCoordinationConfig } from '@planwright/runtime/node';
import type { CommandContext } from './command.js';
import { findingText } from './output/config-view.js';
import { plainLine } from './output/plain-text.js';
import { remark } from './output/remark.js';
import { pathInside } from './path-inside.js';
import type { Project } from './project.js';
import { settingsFiles } from './settings-with-agents.js';
import { shippedExamples } from './shipped-examples.js';
import { userTrust } from './trust.js';
import { userSettingsFile } from './user-folder.js';

/** How the agents of a session coordinate, and the file that says so; without one, the command line did. */
export type Coordination = {
  readonly config: CoordinationConfig;
  readonly source?: NonNullable<CoordinationSettings['config']>;
};

/**
 * Reads and checks a configuration. `${PLANWRIGHT_PROJECT}` in it is the project, `${PLANWRIGHT_EXAMPLES}` the folder of those
 * that come with the program. A settings file may name agents too; the settings in it are not looked at here.
 */
export function readConfig(
  { system }: Pick<CommandContext, 'system'>,
  project: Project,
  named: string,
): Promise<LoadedConfig> {
  const examples = shippedExamples();
  return loadCoordinationConfig(named, {
    ...{ cwd: system.cwd, project: project.root, examples },
    isShared: settingsFiles(project, system).includes(resolve(system.cwd, named)),
    env: { ...system.env, PLANWRIGHT_PROJECT: project.root, PLANWRIGHT_EXAMPLES: examples },
  });
}

/**
 * The configuration that was named, once all that can be checked without a call is right; its warnings are told. Throws
 * `settings-invalid` with everything that is wrong, and for a file of the repository that nobody trusts.
 */
export async function loadCoordination(
  context: Pick<CommandContext, 'system' | 'out'>,
  project: Project,
  named: string,
): Promise<Coordination> {
  const loaded = await readConfig(context, project, named);
  for (const warning of loaded.warnings) remark(context.out, 'warning', plainLine(`${named}: ${findingText(warning)}`));
  if (!loaded.ok) throw wrongConfig(named, loaded.problems);
  const text = readFileSync(loaded.file, 'utf8');
  refuseUntrusted(loaded.file, text, project, context);
  return { config: loaded.config, source: { path: loaded.file, hash: textHash(text) } };
}

export function textHash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function wrongConfig(named: string, problems: Extract<LoadedConfig, { ok: false }>['problems']): PlanwrightError {
  const lines = problems.map((problem) => plainLine(findingText(problem)));
  const [first = ''] = lines;
  const all = `${named} has ${lines.length} problems:\n${lines.map((line) => `  ${line}`).join('\n')}`;
  return new PlanwrightError('settings-invalid', lines.length === 1 ? `${named}: ${first}` : all, {
    details: { problems: lines, hint: `planwright config check ${named} says the same, and starts nothing` },
  });
}

function refuseUntrusted(file: string, text: string, project: Project, { system }: Pick<CommandContext, 'system'>) {
  const path = pathInside(project.root, file);
  if (path === undefined || file === userSettingsFile(system.env) || isShipped(file, project)) return;
  if (userTrust(system.env).isTrusted({ root: project.root, path, text })) return;
  throw new PlanwrightError(
    'settings-invalid',
    `${path} is a file of this repository, and it can start programs and tell agents what to do: nobody has trusted it as it is now`,
    { details: { hint: `read it, then: planwright trust ${path}` } },
  );
}

/** What comes with the program is as good as the program. A folder of the project that is only called like ours is not ours. */
function isShipped(file: string, { root }: Project): boolean {
  const folder = shippedExamples();
  if (pathInside(folder, file) === undefined) return false;
  const inProject = pathInside(root, folder);
  return inProject === undefined || inProject.split('/').includes('node_modules');
}
