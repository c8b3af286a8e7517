import { statSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import {
  type Forecast,
  forecastPlan,
  isTerminal,
  modelNameText,
  parseModelChain,
  presenterName,
  presenterOf,
  runIdSchema,
  type RunState,
  samplesFrom,
} from '@planwright/core';
import type { EventStore } from '@planwright/runtime';
import type { CommandContext } from './command.js';
import { loadAgents } from './load-agents.js';
import { mainModel } from './main-model.js';
import { readRun } from './read-run.js';
import type { Session } from './session.js';
import type { Settings } from './setting-table.js';
import { detected } from './workers/choose-workers.js';
import { loadPrices } from './workers/load-prices.js';

export type RunForecast = Forecast & {
  /** Agent programs that would be asked although no call of theirs has a cap: a budget does not hold them. */
  readonly uncapped: readonly string[];
};

/** What a session knows that a forecast needs. */
export type ForecastPlace = Pick<Session, 'store' | 'project'> & {
  readonly settings: Pick<Settings, 'model' | 'agentCap'>;
  readonly context: Pick<CommandContext, 'system'>;
};

/** What the rest of a plan will probably take, from what ended runs of this store took; undefined when there is no plan. */
export async function forecastFor(
  { store, settings, project, context: { system } }: ForecastPlace,
  state: RunState,
): Promise<RunForecast | undefined> {
  const { execution, coordination } = state;
  if (execution === null) return undefined;
  const { plan } = execution;
  const left = plan.steps.filter((_, index) => {
    const step = execution.steps[index];
    return step !== undefined && !isTerminal(step);
  });
  const { agents } = await loadAgents(project, system.env);
  const usual = async (): Promise<string> =>
    coordination === null ? (await detected(project, system)).chain : mainModel(coordination.settings);
  const chain = settings.model === 'auto' ? await usual() : settings.model;
  const chainOf = (agent: string): string =>
    coordinatingModel(state, agent) ?? agents.find(({ name }) => name === agent)?.model ?? chain;
  const forecast = forecastPlan(
    { ...plan, steps: left },
    {
      samples: samplesFrom(await endedRuns(store)),
      prices: loadPrices(system.env),
      modelFor: (agent) => firstOf(chainOf(agent)),
      sizeOf: (path) => sizeWithin(project.root, path),
    },
  );
  const uncapped = settings.agentCap === null ? left.flatMap(({ agent }) => agentProgramsIn(chainOf(agent))) : [];
  return { ...forecast, uncapped: [...new Set(uncapped)] };
}

/** Programs that do by themselves what nobody can tell from their prompt. */
function agentProgramsIn(chain: string): readonly string[] {
  const parsed = parseModelChain(chain);
  const models = parsed.ok ? parsed.models : [];
  return models.filter(({ provider }) => provider === 'command' || provider === 'acp').map(modelNameText);
}

/** What an agent asks that coordinated in the run, by its own name or as the one whose plan was chosen. */
function coordinatingModel(state: RunState, agent: string): string | undefined {
  const name = agent === presenterName ? presenterOf(state) : agent;
  return state.coordination?.settings.agents.find(({ id }) => id.toLowerCase() === name?.toLowerCase())?.model;
}

/** The model that is asked first. */
function firstOf(chain: string): string | undefined {
  const parsed = parseModelChain(chain);
  const [first] = parsed.ok ? parsed.models : [];
  // What is scripted or recorded costs as little as no model.
  return first?.provider === 'script' ? 'offline' : first && modelNameText(first);
}

export type EndedRunsOptions = {
  readonly most?: number;
  /** A forecast is worth a moment, and older runs say less. */
  readonly withinMs?: number;
  readonly now?: () => number;
};

/** The runs that ended last, as many as can be read in a moment, the newest first. One that cannot be read tells nothing. */
export async function endedRuns(
  store: EventStore,
  { most = 50, withinMs = 200, now = () => performance.now() }: EndedRunsOptions = {},
): Promise<readonly RunState[]> {
  const start = now();
  const runs: RunState[] = [];
  for (const { id } of await store.listRuns({ limit: most, states: ['done', 'failed', 'cancelled'] })) {
    if (now() - start >= withinMs) break;
    const run = await readRun(store, runIdSchema.parse(id)).catch(() => undefined);
    if (run !== undefined) runs.push(run);
  }
  return runs;
}

function sizeWithin(root: string, path: string): number | undefined {
  const file = resolve(root, path);
  const way = relative(root, file);
  if (isAbsolute(way) || way.startsWith('..')) return undefined;
  const status = statSync(file, { throwIfNoEntry: false });
  return status?.isFile() === true ? status.size : undefined;
}
