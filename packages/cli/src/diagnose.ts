import { accessSync, closeSync, constants, existsSync, openSync, readSync } from 'node:fs';
import {
  type AgentSummary,
  budgetText,
  builtInAgents,
  duration,
  type ErrorInfo,
  PlanwrightError,
  toErrorInfo,
} from '@planwright/core';
import { openSandbox, sandboxGuarantees } from '@planwright/runtime/node';
import type { CommandContext } from './command.js';
import { loadSettings } from './load-settings.js';
import { userSettingsFile } from './user-folder.js';
import { loadAgents } from './load-agents.js';
import { withStore } from './open-project.js';
import { hasStore, type Project } from './project.js';
import { type SettingName, settingNames, type Settings, settingTable } from './setting-table.js';
import type { Origin, ResolvedSettings, SettingProblem } from './settings.js';
import { checkedNames, detected } from './workers/choose-workers.js';
import { offlineWorkers } from './workers/offline.js';
import { missingModels } from './workers/missing-models.js';

/** What `doctor` found. */
export type Diagnosis = {
  readonly healthy: boolean;
  readonly version: string;
  readonly node: { readonly version: string; readonly supported: boolean };
  readonly project: { readonly root: string; readonly because: string };
  readonly store: StoreDiagnosis;
  readonly settings: readonly ({ readonly key: string; readonly value: unknown; readonly shown: string } & Origin)[];
  readonly settingsFiles: readonly { readonly path: string; readonly exists: boolean }[];
  readonly problems: readonly SettingProblem[];
  readonly model: {
    readonly name: string;
    readonly why: string;
    /** What was looked for, where nobody said which model to use. */
    readonly candidates: readonly { readonly model: string; readonly because: string; readonly chosen: boolean }[];
    readonly error: ErrorInfo | null;
  };
  /** What holds, and what does not, for the programs a run starts. */
  readonly sandbox: { readonly found: string; readonly yes: readonly string[]; readonly no: readonly string[] };
  /** Whom a step may be given to here; a step for any other agent is handed over to a person. */
  readonly agents: { readonly here: readonly AgentSummary[]; readonly handedOver: readonly AgentSummary[] };
};

export type StoreDiagnosis = {
  readonly file: string;
  readonly exists: boolean;
  readonly version: number | null;
  readonly writable: boolean;
  readonly error: ErrorInfo | null;
};

export async function diagnose({ flags, system }: CommandContext, project: Project): Promise<Diagnosis> {
  const resolved = await loadSettings(project, flags, system.env);
  const store = await diagnoseStore(project);
  const { model, agents } = await diagnoseModel(resolved, project, system);
  const supported = isSupported(process.versions.node);
  const wrong = resolved.problems.some(({ severity }) => severity === 'error');
  return {
    healthy: supported && store.error === null && store.writable && model.error === null && !wrong,
    version: system.version,
    node: { version: process.versions.node, supported },
    project: { root: project.root, because: project.because },
    store,
    settings: settingNames.map((name) => settingOf(name, resolved)),
    settingsFiles: [project.settingsFile, userSettingsFile(system.env)].map((path) => ({
      path,
      exists: existsSync(path),
    })),
    problems: resolved.problems,
    model,
    sandbox: await diagnoseSandbox(resolved, project, system),
    agents,
  };
}

function settingOf(name: SettingName, { settings, origins }: ResolvedSettings): Diagnosis['settings'][number] {
  const { key, otherwise } = settingTable[name];
  const value = settings[name];
  return { key, value, shown: shownValue(value, name) ?? otherwise ?? 'none', ...origins[name] };
}

function shownValue(value: Settings[SettingName], name: SettingName): string | undefined {
  if (value === null) return undefined;
  if (isList(value)) return value.join(', ');
  if (typeof value === 'object') return budgetText(value);
  return name === 'stepTimeoutMs' ? duration(Number(value)) : String(value);
}

function isList(value: Settings[SettingName]): value is readonly string[] {
  return Array.isArray(value);
}

/** From 20.19 on. */
function isSupported(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 20 || (major === 20 && minor >= 19);
}

async function diagnoseStore(project: Project): Promise<StoreDiagnosis> {
  const { storeFile: file, stateFolder, root } = project;
  const exists = existsSync(file);
  const version = exists ? storeVersion(file) : null;
  const writable = canWrite(exists ? file : existsSync(stateFolder) ? stateFolder : root);
  try {
    if (hasStore(project)) await withStore(project, (store) => store.listRuns({ limit: 1 }));
    return { file, exists, version, writable, error: null };
  } catch (error) {
    return { file, exists, version, writable, error: toErrorInfo(error, 'store-damaged') };
  }
}

/** `user_version` in the header of the SQLite file format; read before SQLite has the file open. */
function storeVersion(file: string): number | null {
  const header = Buffer.alloc(100);
  try {
    const descriptor = openSync(file, 'r');
    const read = readSync(descriptor, header, 0, header.length, 0);
    closeSync(descriptor);
    return read === header.length ? header.readUInt32BE(60) : null;
  } catch {
    return null;
  }
}

function canWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

async function diagnoseModel(
  { settings, origins }: ResolvedSettings,
  project: Project,
  system: CommandContext['system'],
): Promise<Pick<Diagnosis, 'model' | 'agents'>> {
  const isFound = settings.model === 'auto';
  const found = isFound ? await detected(project, system) : undefined;
  const name = found?.chain ?? settings.model;
  const why = found === undefined ? `set by ${origins.model.where}` : found.because;
  const candidates = found?.models.map(({ name: model, because, chosen }) => ({ model, because, chosen })) ?? [];
  try {
    const names = await checkedNames(name, { project, system });
    const missing = await missingModels(names, { project, system });
    if (missing !== undefined) throw new PlanwrightError('model-unavailable', missing);
    const { agents, problems } = await loadAgents(project, system.env);
    const wrong = problems.find(({ severity }) => severity === 'error');
    if (wrong !== undefined) throw new PlanwrightError('settings-invalid', wrong.message);
    const here = names.some(({ provider }) => provider !== 'offline') ? agents : offlineAgents(project, system);
    const ownNames = new Set(here.map((agent) => agent.name));
    return {
      model: { name, why, candidates, error: null },
      agents: { here, handedOver: builtInAgents.filter((agent) => !ownNames.has(agent.name)) },
    };
  } catch (error) {
    return {
      model: { name, why, candidates, error: toErrorInfo(error, 'settings-invalid') },
      agents: { here: [], handedOver: builtInAgents },
    };
  }
}

async function diagnoseSandbox(
  { settings }: ResolvedSettings,
  { root }: Project,
  { env }: CommandContext['system'],
): Promise<Diagnosis['sandbox']> {
  const mode = settings.sandbox === 'off' ? 'off' : 'auto';
  const { found } = await openSandbox({ mode, root, environment: env });
  const shown = found.type === 'none' ? found.why : `bubblewrap ${found.version}`;
  return { found: shown, ...sandboxGuarantees(found, { network: settings.sandboxNetwork === 'on' }) };
}

function offlineAgents(project: Project, system: CommandContext['system']): readonly AgentSummary[] {
  return offlineWorkers(project, system).worker.agents;
}
