/** Removes what looks like a secret from a text. */
export type Redact = (text: string) => string;

const mark = '[redacted]';
/** Shorter values are words and numbers that stand in ordinary text. */
const shortestSecret = 8;

/** What keys and tokens look like, wherever they come from; what is to be kept of the match comes first. */
const patterns: readonly RegExp[] = [
  /()-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /()\b(?:sk|pk|rk)[-_][A-Za-z0-9_-]{16,}/g,
  /()\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|npm_[A-Za-z0-9]{20,})/g,
  /()\bxox[a-z]-[\w-]{10,}/g,
  /()\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /()\bAIza[\w-]{30,}/g,
  /()\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]+)?/g,
  /(\bBearer\s+)[\w.~+/=-]{8,}/gi,
  /(:\/\/[^\s/:@"']*:)[^\s/@"']+(?=@)/g,
  /((?:api[-_ ]?key|access[-_ ]?key|token|secret|password|passwd|passphrase|credentials?)["']?\s*[:=]\s*["']?)[^\s"',;&]{6,}/gi,
];

/** A function that removes these values, and whatever looks like a key or token. */
export function createRedactor(secrets: readonly string[]): Redact {
  const known = secrets
    .filter(({ length }) => length >= shortestSecret)
    .toSorted((one, other) => other.length - one.length);
  return (text) => {
    const without = known.reduce((rest, secret) => rest.replaceAll(secret, mark), text);
    return patterns.reduce((rest, pattern) => rest.replace(pattern, `$1${mark}`), without);
  };
}

const secretName = /KEY|TOKEN|SECRET|PASS(?:WORD|WD|PHRASE)?$|CREDENTIAL|AUTH|COOKIE|PRIVATE/;

/** Whether the value of a variable of this name is probably a secret. */
export function isSecretName(name: string): boolean {
  return secretName.test(name.toUpperCase());
}

/** The values of the variables that are probably secrets. */
export function secretValues(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.entries(environment).flatMap(([name, value]) =>
    isSecretName(name) && value !== undefined && value.length >= shortestSecret ? [value] : [],
  );
}
