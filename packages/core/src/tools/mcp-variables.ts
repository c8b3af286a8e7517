import { isSecretName } from './redact.js';

/** Fills variables in and remembers what it met: names without a value, and values that must not be shown. */
export type Variables = {
  /** The text with `${NAME}` and `${NAME:-default}` filled in. `at` says where it stands, `as` what the whole value is called. */
  readonly fill: (text: string, at: string, as?: string) => string;
  readonly unset: readonly { readonly at: string; readonly name: string }[];
  readonly secrets: readonly string[];
};

const variable = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;

export function createVariables(environment: Readonly<Record<string, string | undefined>>): Variables {
  const unset: { readonly at: string; readonly name: string }[] = [];
  const secrets = new Set<string>();
  const keep = (name: string, value: string): void => {
    if (!isSecretName(name)) return;
    // Of `Bearer abc` the token is the secret, wherever it turns up without its scheme.
    for (const secret of [value, value.slice(value.lastIndexOf(' ') + 1)])
      if (secret.length >= shortestSecret) secrets.add(secret);
  };
  const valueOf = (name: string, fallback: string | undefined, at: string): string => {
    const value = environment[name];
    // As in a shell: with a default, an empty variable counts as missing.
    if (value === undefined || (value === '' && fallback !== undefined)) {
      if (fallback === undefined) unset.push({ at, name });
      return fallback ?? '';
    }
    keep(name, value);
    return value;
  };
  return {
    fill: (text, at, as = '') => {
      const filled = text.replaceAll(variable, (_, name: string, fallback?: string) => valueOf(name, fallback, at));
      keep(as, filled);
      return filled;
    },
    unset,
    get secrets() {
      return [...secrets];
    },
  };
}

/** Shorter ones would blot out ordinary words, and protect nothing. */
const shortestSecret = 8;
