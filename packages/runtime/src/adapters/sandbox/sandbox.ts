/** A program and its arguments. */
export type Argv = readonly [string, ...string[]];

/** The argv that runs a program confined, without a shell. */
export type Confine = (argv: Argv) => Argv;

/** Where a program works, and what it may do besides. */
export type SandboxPlace = {
  /** An absolute path. */
  readonly root: string;
  /** Whether it may write in the root; a `.git` or `.planwright` there it may not write in either case. */
  readonly access: 'reads' | 'writes';
  /** Where it starts, when that is not the root. */
  readonly cwd?: string | undefined;
  /** Whether it may reach the network, when that is not as for all. */
  readonly network?: boolean | undefined;
  /** What else it may read although it is in a folder that is hidden: absolute, or `~/…`. */
  readonly readable?: readonly string[] | undefined;
  /** What else it may write: absolute, or `~/…`. */
  readonly writable?: readonly string[] | undefined;
};

/** Confines what a run starts. Whoever starts a program and has none starts it as it is. */
export interface Sandbox {
  /**
   * Never throws: what cannot be set up ends the program before it starts. May have to look first whether there is one;
   * undefined where there is none and none is needed.
   */
  readonly at: (place: SandboxPlace) => Confine | Promise<Confine | undefined>;
}

/** A sandbox that is known to work. */
export interface ReadySandbox extends Sandbox {
  readonly at: (place: SandboxPlace) => Confine;
}
