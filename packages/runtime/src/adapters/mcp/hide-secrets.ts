/**
 * The text without these very values. For what models read: `createRedactor` also removes what merely looks like a key, and
 * would spoil the files that a server shows.
 */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text);
}
