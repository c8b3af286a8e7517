import {
  type CoordinationConfig,
  createRedactor,
  type ModelName,
  modelNameText,
  parseModelChain,
  PlanwrightError,
  secretValues,
  splitCommandLine,
} from '@planwright/core';
import { type Cassette, createFallbackExplorer, createFallbackStaff } from '@planwright/runtime';
import { createLazySandbox, openSandbox, type Sandbox, type SetupCommand } from '@planwright/runtime/node';
import type { Project } from '../project.js';
import type { Settings } from '../setting-table.js';
import type { System } from '../system.js';
import { boundStaff } from './bound-staff.js';
import type { ModelNames } from './model-chains.js';
import type { ModelWorkersOptions } from './model-workers.js';
import { offlineWorkers } from './offline.js';
import { createTellMissing, tellNothing } from './missing-models.js';
import type { Tell, Workers } from './workers.js';

export type WorkersOptions = {
  readonly project: Project;
  readonly system: System;
  /** Where every exchange is to be kept. */
  readonly record?: string | undefined;
  readonly tell: Tell;
  /** Agents that come to plans together, and carry out what they agreed on. */
  readonly coordination?: CoordinationConfig | undefined;
  readonly leavesNothing?: boolean | undefined;
};

/** What was settled before anybody is put to work. */
type StaffOptions = WorkersOptions & ModelWorkersOptions;

type WorkersSettings = Pick<
  Settings,
  'model' | 'sandbox' | 'sandboxNetwork' | 'sandboxAgentFolders' | 'workspaceSetup' | 'agentCap'
>;

/** Who plans and works for a model setting. Throws `settings-invalid` for what cannot be put together. */
export async function chooseWorkers(settings: WorkersSettings, given: WorkersOptions): Promise<Workers> {
  const { sandbox: mode, sandboxNetwork: network, workspaceSetup } = settings;
  const sandbox = await sandboxFor(settings, given);
  const setup = setupCommands(workspaceSetup);
  const names = await namesOf(settings.model, given);
  const model = names.map(modelNameText).join(',');
  const rules = { sandbox: { mode, network }, 'workspace.setup': workspaceSetup };
  const agentFolders = settings.sandboxAgentFolders ?? [];
  const [first, ...rest] = names.flatMap((name) => (name.provider === 'offline' ? [] : [name]));
  const cassette = first === undefined ? undefined : await cassetteFor(names, given);
  // What is played back asks nobody.
  const isPlayed = cassette !== undefined && given.record === undefined;
  const tellMissing = isPlayed ? tellNothing : createTellMissing(given);
  await tellMissing(names);
  const agentCap = settings.agentCap ?? undefined;
  const options = { ...given, sandbox, setup, model, rules, agentFolders, agentCap, tellMissing };
  const workers =
    first === undefined
      ? withoutModel(options)
      : await withModels([first, ...rest], names.length > rest.length + 1, { ...options, cassette });
  if (given.coordination === undefined) return workers;
  const { coordinationWorkers } = await import('./coordination-workers.js');
  return coordinationWorkers(workers, given.coordination, { ...options, cassette });
}

function withoutModel({ project, system, sandbox, record, model, rules }: StaffOptions): Workers {
  if (record !== undefined) throw new PlanwrightError('settings-invalid', nothingToRecord);
  const workers = offlineWorkers(project, system, sandbox);
  return { ...workers, bound: boundStaff({ agents: workers.worker.agents, servers: [], model, rules }) };
}

async function withModels(names: ModelNames, isOfflineLast: boolean, options: StaffOptions): Promise<Workers> {
  const { modelWorkers } = await import('./model-workers.js');
  const workers = await modelWorkers(names, options);
  if (!isOfflineLast) return workers;
  const fallback = { name: 'offline', ...offlineWorkers(options.project, options.system, options.sandbox) };
  return {
    ...workers,
    explorer: createFallbackExplorer(workers.explorer, fallback.explorer),
    ...createFallbackStaff({ name: names.map(modelNameText).join(','), ...workers }, fallback),
  };
}

const nothingToRecord = '--record keeps exchanges with models, and offline asks none; name a model, or leave it out';

/** Commands one after another, each without a shell. Throws `settings-invalid` for what would need one. */
function setupCommands(text: string | null): readonly SetupCommand[] {
  return (text?.split('&&') ?? []).map((line) => {
    const parsed = splitCommandLine(line);
    if (parsed.ok) return parsed.argv;
    throw new PlanwrightError('settings-invalid', `workspace.setup: \`${line.trim()}\` ${parsed.problem}`);
  });
}

/** Looked for when the first program is started; where there must be one, before anything else. */
async function sandboxFor(
  { sandbox: mode, sandboxNetwork }: WorkersSettings,
  { project: { root, stateFolder }, system }: Pick<WorkersOptions, 'project' | 'system'>,
): Promise<Sandbox> {
  const network = sandboxNetwork === 'on';
  const open = () => openSandbox({ mode, root, environment: system.env, readable: [stateFolder], network });
  if (mode === 'on') await open();
  return createLazySandbox(open);
}

async function namesOf(model: string, { project, system }: WorkersOptions): Promise<readonly ModelName[]> {
  return readNames(model === 'auto' ? (await detected(project, system)).chain : model);
}

function readNames(model: string): readonly ModelName[] {
  const parsed = parseModelChain(model);
  if (parsed.ok) return parsed.models;
  throw new PlanwrightError('settings-invalid', parsed.problems.map(({ message }) => message).join('; '));
}

/** The models of a chain, once everything that can be checked without asking or starting one is right. */
export async function checkedNames(
  model: string,
  place: Pick<WorkersOptions, 'project' | 'system'>,
): Promise<readonly ModelName[]> {
  const names = readNames(model);
  const { scriptFile } = await import('./named-model.js');
  const { loadCassette, loadScript } = await import('@planwright/runtime/node');
  for (const name of names) {
    if (name.provider !== 'script') continue;
    const file = scriptFile(name.file, place);
    if ((await loadCassette(file)) === undefined) await loadScript(file);
  }
  return names;
}

/** What there is to work with on this machine, looked for only when nobody said. */
export async function detected({ root }: Project, { env }: System) {
  const { detectModels } = await import('@planwright/runtime/node');
  return detectModels({ env, root });
}

async function cassetteFor(names: readonly ModelName[], options: WorkersOptions): Promise<Cassette | undefined> {
  const { record, system } = options;
  const redact = createRedactor(secretValues(system.env));
  const { openCassetteFile, playCassette, recordCassette } = await import('@planwright/runtime/node');
  const played = await recordingAmong(names, options);
  if (record === undefined) return played && playCassette(played.recording, { name: played.name, redact });
  if (played)
    throw new PlanwrightError('settings-invalid', `${played.name} is a recording already; leave out --record`);
  return recordCassette({ keep: openCassetteFile(record), redact });
}

/** The recording that is to be played. It replies together with its tools and commands, so it is all of a chain or none. */
async function recordingAmong(names: readonly ModelName[], options: WorkersOptions) {
  const { scriptFile } = await import('./named-model.js');
  const { loadCassette } = await import('@planwright/runtime/node');
  for (const name of names) {
    const recording = name.provider === 'script' ? await loadCassette(scriptFile(name.file, options)) : undefined;
    if (recording === undefined) continue;
    const text = modelNameText(name);
    if (names.length === 1) return { name: text, recording };
    throw new PlanwrightError('settings-invalid', `${text} is a recording; it plays by itself, not in a chain`);
  }
  return undefined;
}
