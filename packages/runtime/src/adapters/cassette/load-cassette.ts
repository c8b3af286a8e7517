import { readFile } from 'node:fs/promises';
import { parseJson, PlanwrightError } from '@planwright/core';
import { cassetteHead } from './cassette-file.js';
import { type Recording, recordingSchema } from './cassette-schema.js';

/** The recording in a file; undefined when the file is no recording, or cannot be read. Throws `settings-invalid` for a damaged one. */
export async function loadCassette(file: string): Promise<Recording | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  if (!text.startsWith(cassetteHead)) return undefined;
  const lines = text.slice(cassetteHead.length).split('\n');
  // The last line of a run that died may be half written; whatever else is damaged is an error.
  const whole = text.endsWith('\n') ? lines : lines.slice(0, -1);
  const replies = whole.flatMap((line, index) =>
    line.trim() === '' ? [] : [exchangeOf(line, `${file}:${index + 3}`)],
  );
  const parsed = recordingSchema.safeParse({ cassette: 1, replies });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = typeof issue?.path[1] === 'number' ? `:${issue.path[1] + 3}` : '';
  throw new PlanwrightError('settings-invalid', `${file}${place} is not an exchange: ${issue?.message ?? ''}`);
}

/** Each exchange is a line of JSON, which is much quicker to read than as YAML. */
function exchangeOf(line: string, where: string): unknown {
  const parsed = parseJson(line.replace(/^-\s*/, ''));
  if (parsed.ok) return parsed.value;
  throw new PlanwrightError('settings-invalid', `${where} is not an exchange: ${parsed.message}`);
}
