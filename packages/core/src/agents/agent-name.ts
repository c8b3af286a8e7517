const pattern = /^[a-z][a-z0-9-]{0,39}$/;

/** Small letters, digits and hyphens, so that a name is one file, one variable and one word of a plan everywhere. */
export function isAgentName(name: string): boolean {
  return pattern.test(name);
}

/** The name as it stands in variables: `docs-writer` is `DOCS_WRITER`. */
export function variableName(name: string): string {
  return name.toUpperCase().replaceAll('-', '_');
}
