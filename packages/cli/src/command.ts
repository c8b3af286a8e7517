import type { Output } from './output/output.js';
import type { System } from './system.js';

/** One `--flag` of a command. */
export type FlagSpec = {
  readonly type: 'boolean' | 'string';
  readonly short?: string;
  /** What stands for the value in help; the choices themselves when there are any. */
  readonly value?: string;
  readonly choices?: readonly string[];
  /** May be given more than once. */
  readonly multiple?: true;
  /** Flags it contradicts; said by one of the two. */
  readonly excludes?: readonly string[];
  /** A flag without which it means nothing. */
  readonly needs?: string;
  readonly summary: string;
};

export type FlagSpecs = Readonly<Record<string, FlagSpec>>;

/** `literal`: the word itself is written. */
export type ArgumentSpec = {
  readonly name: string;
  readonly optional?: true;
  readonly rest?: true;
  readonly literal?: true;
};

/** The flags that were given. Asking for one that the command does not declare is a bug. */
export type Flags = {
  readonly has: (name: string) => boolean;
  readonly text: (name: string) => string | undefined;
  readonly texts: (name: string) => readonly string[];
  /** Those that have a value, for the settings. */
  readonly values: ReadonlyMap<string, string>;
};

export type CommandContext = {
  readonly arguments: readonly string[];
  readonly flags: Flags;
  readonly out: Output;
  readonly system: System;
};

/** Does what was asked and answers with the exit code. What stops it is thrown. */
export type Command = (context: CommandContext) => Promise<number>;

/** A command as the table has it: parsing, help and errors are all made from this. */
export type CommandSpec = {
  readonly name: string;
  readonly summary: string;
  readonly arguments: readonly ArgumentSpec[];
  readonly flags: FlagSpecs;
  readonly notes?: readonly string[];
  readonly examples: readonly string[];
  /** Loaded when chosen: no command pays for another's imports. */
  readonly load: () => Promise<Command>;
};

export type CommandGroup = { readonly title: string; readonly commands: readonly CommandSpec[] };
