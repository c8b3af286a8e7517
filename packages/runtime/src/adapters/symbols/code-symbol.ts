/** Something a file of code declares. Lines count from 1. */
export type CodeSymbol = {
  readonly name: string;
  /** As its language calls it, in one word: `function`, `class`, `struct`, `test`. */
  readonly kind: string;
  /** The line of its name. */
  readonly line: number;
  readonly endLine: number;
  /** Whether other files can use it. */
  readonly exported: boolean;
  /** How it is declared, up to its body, on one line. */
  readonly signature: string;
  /** What encloses it, by its place in the list of symbols. */
  readonly parent?: number;
  /** Inside a function, where nothing outside can name it. */
  readonly isLocal: boolean;
};

/** How a place in code has to do with a name. */
export type ReferenceRole = 'call' | 'import' | 'use';

/** A place where a name stands in code: not in a comment, not in a string, not where it is declared. */
export type Reference = {
  readonly name: string;
  readonly line: number;
  readonly role: ReferenceRole;
  /** The innermost symbol around it, by its place in the list of symbols. */
  readonly within?: number;
};

/** How far a file is read: to what it declares, or into every function, to the names used there. The second takes twice as long. */
export type SymbolDepth = 'declarations' | 'references';

export type FileSymbols = {
  readonly symbols: readonly CodeSymbol[];
  /** Undefined where only declarations were read; then nothing local is among the symbols. */
  readonly references: readonly Reference[] | undefined;
};
