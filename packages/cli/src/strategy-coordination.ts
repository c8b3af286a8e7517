import { PlanwrightError } from '@planwright/core';
import type { CommandContext } from './command.js';
import type { Coordination } from './load-coordination.js';
import type { Project } from './project.js';
import type { Settings } from './setting-table.js';
import { mostAgents, strategyConfig } from './strategies.js';
import { detected } from './workers/choose-workers.js';

/** How many agents were asked for with `--agents`; undefined for none. Throws `usage-wrong`. */
export function agentCount({ flags }: Pick<CommandContext, 'flags'>): number | undefined {
  const given = flags.text('agents');
  if (given === undefined) return undefined;
  const count = /^\d+$/.test(given) ? Number(given) : Number.NaN;
  if (!(count >= 2 && count <= mostAgents))
    throw new PlanwrightError(
      'usage-wrong',
      `--agents: expected a whole number from 2 to ${mostAgents}, found "${given}"`,
    );
  if (flags.has('dry-run'))
    throw new PlanwrightError('usage-wrong', '--agents keeps what the agents said; leave out --dry-run');
  return count;
}

/** So many agents on the model that the settings name, or without one, each with a strategy of its own. */
export async function strategyCoordination(
  count: number,
  { model }: Settings,
  { project, system }: { readonly project: Project; readonly system: CommandContext['system'] },
): Promise<Coordination> {
  return { config: strategyConfig(count, model === 'auto' ? (await detected(project, system)).chain : model) };
}
