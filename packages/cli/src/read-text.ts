import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { PlanwrightError } from '@planwright/core';
import type { System } from './system.js';

/** Far more than any plan: what is larger was named by mistake. */
const mostBytes = 16 * 1024 * 1024;

/** The text of a file, or of stdin for `-`. Throws `file-unreadable` or, for an empty stdin, `usage-wrong`. */
export async function readText(system: System, path: string): Promise<string> {
  if (path === '-') return readStdin(system);
  const file = resolve(system.cwd, path);
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) throw unreadable(path, 'it does not exist');
  if (found.isDirectory()) throw unreadable(path, 'it is a folder, not a file');
  if (found.size > mostBytes) throw unreadable(path, `it has ${found.size} bytes; at most ${mostBytes} are read`);
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw unreadable(path, error instanceof Error ? error.message : String(error), error);
  }
}

async function readStdin({ stdin }: System): Promise<string> {
  if (stdin.isTerminal) throw new PlanwrightError('usage-wrong', '"-" reads from stdin, but nothing is piped into it');
  const text = await stdin.readAll(mostBytes);
  if (Buffer.byteLength(text) > mostBytes) throw unreadable('stdin', `it has more than ${mostBytes} bytes`);
  if (text.trim() === '') throw new PlanwrightError('usage-wrong', '"-" reads from stdin, which was empty');
  return text;
}

function unreadable(path: string, reason: string, cause?: unknown): PlanwrightError {
  return new PlanwrightError('file-unreadable', `${path} cannot be read: ${reason}`, { details: { path }, cause });
}
