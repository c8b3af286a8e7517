import { readFileSync } from 'node:fs';
import { PlanwrightError, type RunState } from '@planwright/core';
import type { CommandContext } from './command.js';
import { type Coordination, loadCoordination, textHash } from './load-coordination.js';
import type { Project } from './project.js';
import { recordedConfig } from './strategies.js';

/**
 * The agents that a run was started with, for a process that goes on with it; undefined for a run with one planner. Throws
 * `settings-invalid` when the file that names them is gone or says something else by now: these would be other agents.
 */
export async function recordedCoordination(
  { id, coordination }: RunState,
  context: Pick<CommandContext, 'system' | 'out'>,
  project: Project,
): Promise<Coordination | undefined> {
  if (coordination === null) return undefined;
  const { settings } = coordination;
  if (settings.config === undefined) return { config: recordedConfig(settings) };
  const { path, hash } = settings.config;
  const text = textOf(path);
  if (text === undefined) throw moved(`${id} was started with ${path}, which is not there any more`, path);
  if (textHash(text) !== hash) throw moved(`${id} was started with ${path}, which has changed since`, path);
  return loadCoordination(context, project, path);
}

function moved(message: string, path: string): PlanwrightError {
  return new PlanwrightError('settings-invalid', message, {
    details: {
      path,
      hint: 'put it back as it was, or start anew with `planwright coordinate`; what was done so far is kept',
    },
  });
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
