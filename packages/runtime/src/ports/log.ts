import type { LogLine } from '@planwright/core';

/** Where structured log lines go. Never throws, never waits. */
export interface Log {
  readonly write: (line: LogLine) => void;
}
