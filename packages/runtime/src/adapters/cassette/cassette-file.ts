import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { PlanwrightError } from '@planwright/core';
import type { Exchange } from './cassette-schema.js';

/** How every recording begins. */
export const cassetteHead = 'cassette: 1\nreplies:\n';

/**
 * A file that exchanges are added to, each on a line of its own as it happens, so that a run that dies leaves what it had.
 * JSON is YAML: the whole file is a script. A recording that exists is added to; any other file is refused, never overwritten.
 */
export function openCassetteFile(file: string): (exchange: Exchange) => void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    if (!existsSync(file)) appendFileSync(file, cassetteHead, { mode: 0o600 });
    else if (!readFileSync(file, 'utf8').startsWith(cassetteHead)) throw new Error('it exists and is no recording');
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `nothing can be recorded in ${file}: ${reason}; name a file that does not exist yet`;
    throw new PlanwrightError('settings-invalid', message, { cause, details: { file } });
  }
  return (exchange) => appendFileSync(file, `- ${JSON.stringify(exchange)}\n`);
}
