import type { Redact } from './redact.js';

const longestText = 200;
const longestArgs = 1000;

/** The arguments of a call for people to read: without secrets, and shortened. */
export function showArgs(args: Readonly<Record<string, unknown>>, redact: Redact): string {
  // Redacted first: of a secret that was cut in two, nobody could tell what it was.
  const shown = JSON.stringify(args, (_, value: unknown) =>
    typeof value === 'string' ? cut(redact(value), longestText) : value,
  );
  return cut(redact(shown), longestArgs);
}

function cut(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest)}… (${text.length} characters)` : text;
}
