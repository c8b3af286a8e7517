import { type ConfigPath, type CoordinationConfig, coordinationKeys, readCoordinationConfig } from '@planwright/core';
import type { Environment } from '../command-environment.js';
import { checkConfigPlaces } from './check-config-places.js';
import type { FileError, LocatedError, LocatedWarning } from './config-finding.js';
import { type ConfigFolders, findConfigFile } from './find-config-file.js';
import { parseConfigText, type Position } from './parse-config-text.js';
import { readConfigText } from './read-config-text.js';
import { withResolvedPaths } from './resolved-paths.js';

export type LoadedConfig = {
  /** Absolute; undefined when no file could be found. */
  readonly file?: string;
  readonly warnings: readonly LocatedWarning[];
} & (
  | { readonly ok: true; readonly file: string; readonly config: CoordinationConfig }
  | { readonly ok: false; readonly problems: readonly LocatedError[] }
);

export type LoadConfigOptions = ConfigFolders & {
  /** What the paths of the configuration are relative to, and where agents may change something. */
  readonly project: string;
  readonly env: Environment;
  /** The file says more than how agents coordinate: what else stands at its top is somebody else's to read. */
  readonly isShared?: boolean;
};

/**
 * Loads a coordination configuration from a YAML or JSON file, or a shipped one from `@examples/NAME`, and looks at the disk
 * for what it names. Calls no model and starts nothing; all that is wrong is told at once, each with its line.
 */
export async function loadCoordinationConfig(named: string, options: LoadConfigOptions): Promise<LoadedConfig> {
  const found = await findConfigFile(named, options);
  if ('problem' in found) return { ok: false, problems: [found.problem], warnings: [] };
  const { file } = found;
  const read = await readConfigText(file);
  if ('refusal' in read)
    return failed(file, [{ code: 'file-unreadable', message: `${named}: ${read.refusal}`, suggestion: aText }]);
  const parsed = parseConfigText(read.text);
  if (!parsed.ok)
    return failed(
      file,
      parsed.problems.map((each) => ({ code: 'parse-error', ...each, suggestion: asYaml })),
    );
  const value = options.isShared === true ? ownPart(parsed.value) : parsed.value;
  return loadValue(value, parsed.positionOf, { project: options.project, file, env: options.env });
}

const aText = 'name a text of YAML or JSON that you may read';
const asYaml = 'look at the indentation, the colons and the quotes around this place';

function failed(file: string, problems: readonly Omit<LocatedError & FileError, 'path'>[]): LoadedConfig {
  return { ok: false, file, problems: problems.map((problem) => ({ ...problem, path: [] })), warnings: [] };
}

function ownPart(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => Object.hasOwn(coordinationKeys, key)));
}

async function loadValue(
  value: unknown,
  positionOf: (path: ConfigPath) => Position,
  { env, ...roots }: { readonly project: string; readonly file: string; readonly env: Environment },
): Promise<LoadedConfig> {
  const read = readCoordinationConfig(value, env);
  const checked = await checkConfigPlaces(read.places, roots);
  const located = <Finding extends { readonly path: ConfigPath }>(findings: readonly Finding[]) =>
    findings
      .map((finding) => ({ ...finding, ...positionOf(finding.path) }))
      .sort((one, other) => one.line - other.line || one.column - other.column);
  const warnings = located([...read.warnings, ...checked.warnings]);
  const problems = located([...(read.ok ? [] : read.problems), ...checked.problems]);
  if (!read.ok || problems.length > 0) return { ok: false, file: roots.file, problems, warnings };
  return { ok: true, file: roots.file, config: withResolvedPaths(read.config, roots), warnings };
}
