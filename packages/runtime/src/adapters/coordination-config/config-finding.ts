import type { ConfigError, ConfigPath, ConfigWarning } from '@planwright/core';

/** What only the disk can tell about a configuration. */
export type FileError = {
  readonly code:
    | 'file-not-found'
    | 'file-unreadable'
    | 'bad-extension'
    | 'unknown-example'
    | 'parse-error'
    | 'path-missing'
    | 'outside-project'
    | 'not-a-folder';
  readonly path: ConfigPath;
  readonly message: string;
  readonly suggestion: string;
};
export type FileWarning = Omit<FileError, 'code' | 'suggestion'> & {
  readonly code: 'outside-project';
  readonly suggestion?: string;
};

/** Where in the file; absent for a problem with the file as a whole. Both count from 1. */
type Position = { readonly line?: number; readonly column?: number };

export type LocatedError = (ConfigError | FileError) & Position;
export type LocatedWarning = (ConfigWarning | FileWarning) & Position;
