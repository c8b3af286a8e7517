import { accessSync, closeSync, constants, existsSync, openSync, readSync } from 'node:fs';
import { type AgentSummary, builtInAgents, duration, type ErrorInfo, toErrorInfo } from '@planwright/core';
import { chooseModel } from './choose-model.js';
import type { CommandContext } from './command.js';
import { loadSettings, userSettingsFile } from './load-settings.js';
import { withStore } from './open-project.js';
import type { Project } from './project.js';
import { type SettingName, settingNames, settingTable } from './setting-table.js';
import type { Origin, ResolvedSettings, SettingProblem } from './settings.js';

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
  readonly model: { readonly name: string; readonly why: string; readonly error: ErrorInfo | null };
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
    agents,
  };
}

function settingOf(name: SettingName, { settings, origins }: ResolvedSettings): Diagnosis['settings'][number] {
  const { key, otherwise } = settingTable[name];
  const value = settings[name];
  const text = name === 'stepTimeoutMs' ? duration(settings.stepTimeoutMs) : String(value);
  return { key, value, shown: value === null ? (otherwise ?? 'none') : text, ...origins[name] };
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
    if (exists) await withStore(project, (store) => store.listRuns({ limit: 1 }));
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
  const name = settings.model;
  const why = origins.model.source === 'default' ? 'no other is configured' : `set by ${origins.model.where}`;
  try {
    const { worker } = await chooseModel(name, project, system);
    const names = new Set(worker.agents.map((agent) => agent.name));
    return {
      model: { name, why, error: null },
      agents: { here: worker.agents, handedOver: builtInAgents.filter((agent) => !names.has(agent.name)) },
    };
  } catch (error) {
    return {
      model: { name, why, error: toErrorInfo(error, 'settings-invalid') },
      agents: { here: [], handedOver: builtInAgents },
    };
  }
}
