import { readFile } from 'node:fs/promises';
import { PlanwrightError } from '@planwright/core';
import { parse } from 'yaml';
import { type Script, scriptSchema } from './script-schema.js';

/** Reads a script from a YAML or JSON file. Throws `file-unreadable`, or `settings-invalid` naming the file and the field. */
export async function loadScript(file: string): Promise<Script> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new PlanwrightError('file-unreadable', `the script ${file} cannot be read`, { cause, details: { file } });
  });
  return readScript(parseText(text, file), file);
}

/** Checks a script that is data already; `source` names it in messages. */
export function readScript(data: unknown, source: string): Script {
  const parsed = scriptSchema.safeParse(data);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `${fieldOf(path)}: ${message}`);
  throw new PlanwrightError('settings-invalid', `${source} is not a script: ${problems.join('; ')}`, {
    details: { source, problems },
  });
}

/** YAML holds JSON as well. */
function parseText(text: string, file: string): unknown {
  try {
    return parse(text) as unknown;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new PlanwrightError('settings-invalid', `${file} is neither YAML nor JSON: ${reason}`, {
      cause,
      details: { file },
    });
  }
}

/** `replies[2].when.attempt` */
function fieldOf(path: readonly PropertyKey[]): string {
  const text = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  return text === '' ? 'the whole text' : text.replace(/^\./, '');
}
