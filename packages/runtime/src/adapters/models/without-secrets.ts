import { createRedactor } from '@planwright/core';

const maxLength = 240;

/** A foreign text for a message of ours: on one line, short, and without the key or anything that looks like one. */
export function withoutSecrets(text: string, key: string | undefined): string {
  const line = createRedactor(key === undefined ? [] : [key])(text)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line;
}
