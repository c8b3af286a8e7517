import { closeSync, openSync, writeSync } from 'node:fs';
import { PlanwrightError } from '@planwright/core';
import type { Log } from '@planwright/runtime';
import { type LogLevel, logLevels } from '../setting-values.js';
import type { Sink } from './output.js';
import { safeJson } from './safe-json.js';

export type JsonLogOptions = {
  /** Null: nothing goes to stderr. */
  readonly level: LogLevel | null;
  readonly stderr: Sink;
  readonly file: string | null;
  readonly now: () => string;
};

/** One JSON object a line: to stderr from the level on, and to the file from `info` on, or lower if the level is. */
export function createJsonLog({ level, stderr, file, now }: JsonLogOptions): Log & { readonly close: () => void } {
  const descriptor = file === null ? undefined : openLogFile(file);
  const stderrFrom = rank(level ?? 'silent');
  const fileFrom = Math.min(rank('info'), stderrFrom);
  return {
    write: ({ level: lineLevel, msg, ...fields }) => {
      const at = rank(lineLevel);
      if (at < stderrFrom && (descriptor === undefined || at < fileFrom)) return;
      const text = `${safeJson({ time: now(), level: lineLevel, msg, ...fields })}\n`;
      if (at >= stderrFrom) stderr.write(text);
      if (descriptor !== undefined && at >= fileFrom) append(descriptor, text);
    },
    close: () => {
      if (descriptor !== undefined) closeSync(descriptor);
    },
  };
}

function rank(level: LogLevel): number {
  return logLevels.indexOf(level);
}

/** Opened before anything is planned, so that a wrong path is found then. */
function openLogFile(file: string): number {
  try {
    return openSync(file, 'a', 0o600);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new PlanwrightError('settings-invalid', `the log file ${file} cannot be written: ${reason}`, {
      cause: error,
    });
  }
}

/** A full disk must not end a run because of its log. */
function append(descriptor: number, text: string): void {
  try {
    writeSync(descriptor, text);
  } catch {
    // The run's events are the record; the log is a convenience.
  }
}
