/** A text file of the project, as a listing found it. */
export type WorkspaceFile = {
  /** Relative to the root, with `/` on every platform. */
  readonly path: string;
  readonly size: number;
  /** Changes when the content does, so that what was learned from it can be kept until then. */
  readonly version: string;
};

/** Why something of the project is not read. */
export type UnreadableReason =
  'missing' | 'outside' | 'ignored' | 'folder' | 'not-a-file' | 'binary' | 'too-large' | 'not-allowed';

export type WorkspaceListing = {
  /** By path. Only what may be read: nothing ignored, no version control, no installed packages. */
  readonly files: readonly WorkspaceFile[];
  /** Folders that could not be looked into, and what was left out because there is too much. */
  readonly notes: readonly string[];
};

export type FileText =
  | { readonly type: 'text'; readonly path: string; readonly text: string }
  | { readonly type: 'unreadable'; readonly path: string; readonly reason: UnreadableReason; readonly message: string };

export type ReadOptions = { readonly signal: AbortSignal };

/**
 * Reads the project and nothing else. No method changes anything or throws because of what it finds on disk: what cannot be
 * read is an answer with its reason. All reject with the signal's reason once it is aborted.
 */
export interface WorkspaceReader {
  readonly list: (options: ReadOptions) => Promise<WorkspaceListing>;
  /** A file by a path that somebody wrote. Refused when it, or what it links to, is outside the root. */
  readonly read: (path: string, options: ReadOptions) => Promise<FileText>;
  /** A file that `list` found: cheaper than `read`, since where it is need not be proved again. */
  readonly readListed: (file: WorkspaceFile, options: ReadOptions) => Promise<FileText>;
}
