import { createVariables } from '../../tools/mcp-variables.js';
import type { ConfigPlace } from './config-place.js';
import type { ConfigError, ConfigPath, ConfigWarning } from './config-problem.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** What reading a configuration gathers, in the order of reading. */
export type ConfigReading = {
  readonly environment: Environment;
  readonly problems: ConfigError[];
  readonly warnings: ConfigWarning[];
  readonly places: ConfigPlace[];
};

/** The text with its variables filled in. As it is where one is not set: that is reported, and `hasVariable` then. */
export function filledIn(text: string, path: ConfigPath, { environment, problems }: ConfigReading): string {
  const variables = createVariables(environment);
  const filled = variables.fill(text, '');
  for (const { name } of variables.unset)
    problems.push(unsetVariable(name, path, `set it, or write \${${name}:-default}`));
  return variables.unset.length === 0 ? filled : text;
}

/** Whether a text still stands for something else, so that no more can be said about it. */
export function hasVariable(text: string): boolean {
  return text.includes('${');
}

export function missingField(path: ConfigPath, key: string): ConfigError {
  return { code: 'missing-field', path, message: `"${key}" is missing`, suggestion: `write "${key}: …" here` };
}

export function unsetVariable(name: string, path: ConfigPath, suggestion: string): ConfigError {
  return { code: 'unset-variable', path, message: `the environment variable ${name} is not set`, suggestion };
}

/** Keeps a path that the file names, unless it was reported. */
export function notePlace(
  place: Omit<ConfigPlace, 'written'>,
  written: string | undefined,
  reading: ConfigReading,
): void {
  if (written !== undefined && !hasVariable(written)) reading.places.push({ ...place, written });
}
