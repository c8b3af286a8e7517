import { planFirstSettings } from '@planwright/core';
import type { z } from 'zod';
import type { SettingSpec } from './setting-spec.js';
import { type SettingName, settingNames, type Settings, settingTable } from './setting-table.js';
import type { Environment } from './system.js';

export type Source = 'flag' | 'environment' | 'project file' | 'user file' | 'default';
export type Origin = { readonly source: Source; readonly where: string };
export type SettingProblem = { readonly severity: 'error' | 'warning'; readonly message: string };

/** What a settings file says, each value with the line it stands in. */
export type FileLayer = {
  readonly path: string;
  readonly values: ReadonlyMap<SettingName, { readonly value: unknown; readonly line: number }>;
  readonly problems: readonly SettingProblem[];
  /** Whether a person trusts the file as it is; asked only where it matters. */
  readonly isTrusted?: () => boolean;
};

export type Layers = {
  /** By flag, without dashes. */
  readonly flags: ReadonlyMap<string, string>;
  readonly env: Environment;
  readonly project?: FileLayer | undefined;
  readonly user?: FileLayer | undefined;
};

export type ResolvedSettings = {
  readonly settings: Settings;
  readonly origins: Readonly<Record<SettingName, Origin>>;
  readonly problems: readonly SettingProblem[];
};

type Candidate = Origin & { readonly value: unknown };

/** flags > environment > project > user > defaults. Every problem is found, not only the first. */
export function resolveSettings(layers: Layers): ResolvedSettings {
  const problems: SettingProblem[] = [
    ...planFirstSettings(layers.env).problems.map(({ severity, message }) => ({ severity, message })),
    ...(layers.project?.problems ?? []),
    ...(layers.user?.problems ?? []),
  ];
  const values: Partial<Record<SettingName, unknown>> = {};
  const origins: Partial<Record<SettingName, Origin>> = {};
  for (const name of settingNames) {
    const chosen = choose(name, layers, problems);
    values[name] = chosen.value;
    origins[name] = { source: chosen.source, where: chosen.where };
  }
  // The loop gave each name a value that its schema accepted.
  return { settings: values as Settings, origins: origins as Record<SettingName, Origin>, problems };
}

/** The first that says something decides; those below it are still checked, so that a wrong file never lies in wait. */
function choose(name: SettingName, layers: Layers, problems: SettingProblem[]): Candidate {
  const spec = settingTable[name];
  const usable = candidates(name, layers).flatMap((candidate): Candidate[] => {
    if (candidate.source === 'default') return [candidate];
    const parsed = spec.schema.safeParse(candidate.value);
    if (!parsed.success) {
      problems.push({ severity: 'error', message: wrongValue(candidate, spec, parsed.error) });
      return [];
    }
    const file = {
      isTrusted: layers.project?.isTrusted ?? untrusted,
      overrulesUser: layers.user?.values.has(name) === true,
    };
    const refusal = candidate.source === 'project file' ? spec.notFromProject?.(parsed.data, file) : undefined;
    if (refusal === undefined) return [{ ...candidate, value: parsed.data }];
    problems.push({
      severity: 'warning',
      message: `${candidate.where}: ${spec.key} is not taken from here: ${refusal}`,
    });
    return [];
  });
  return usable[0] ?? { source: 'default', where: 'default', value: spec.fallback };
}

const untrusted = (): boolean => false;

function wrongValue({ where, source, value }: Candidate, { expected, key }: SettingSpec, error: z.ZodError): string {
  const named = source === 'flag' || source === 'environment' ? where : `${where}: ${key}`;
  // What a schema of ours says itself is more to the point than what was expected in general.
  const own = error.issues.flatMap(({ code, message }) => (code === 'custom' ? [message] : []));
  if (own.length > 0) return `${named}: ${own.join('; ')}`;
  return `${named}: expected ${expected}, found ${JSON.stringify(value)}`;
}

function candidates(name: SettingName, { flags, env, project, user }: Layers): readonly Candidate[] {
  const spec = settingTable[name];
  const flag = flags.get(spec.flag);
  const fromFile = (source: Source, layer: FileLayer | undefined): readonly Candidate[] => {
    const found = layer?.values.get(name);
    return layer === undefined || found === undefined
      ? []
      : [{ source, where: `${layer.path}:${found.line}`, value: found.value }];
  };
  return [
    ...(flag === undefined ? [] : [{ source: 'flag' as const, where: `--${spec.flag}`, value: flag }]),
    ...fromEnvironment(name, env),
    ...fromFile('project file', project),
    ...fromFile('user file', user),
    { source: 'default', where: 'default', value: spec.fallback },
  ];
}

const planFirstVariables = { planFirstMode: 'MODE', threshold: 'THRESHOLD' } as const;

function fromEnvironment(name: SettingName, env: Environment): readonly Candidate[] {
  if (name === 'planFirstMode' || name === 'threshold') return fromPlanFirst(name, env);
  const { variable } = settingTable[name];
  const text = (env[variable] ?? '').trim();
  return text === '' ? [] : [{ source: 'environment', where: variable, value: text }];
}

/** Core reads these two, with ChatCLI's variables as fallbacks, and has said what is wrong with them. */
function fromPlanFirst(name: 'planFirstMode' | 'threshold', env: Environment): readonly Candidate[] {
  const names = ['PLANWRIGHT_PLAN_FIRST', 'CHATCLI_QUALITY_PLAN_FIRST'].map(
    (start) => `${start}_${planFirstVariables[name]}`,
  );
  const where = names.find((variable) => (env[variable] ?? '').trim() !== '');
  if (where === undefined) return [];
  const { mode, threshold } = planFirstSettings(env);
  return [{ source: 'environment', where, value: name === 'threshold' ? threshold : mode }];
}
