/** A command line as data: what a parser saw in it. What it says is also what is run, so the two cannot differ. */
export type ParsedCommand =
  | SimpleCommand
  | { readonly type: 'pipeline'; readonly commands: readonly ParsedCommand[] }
  | { readonly type: 'list'; readonly items: readonly ListItem[] }
  /** Something only a shell can carry out: a subshell, a loop, a function, a command in the background. */
  | { readonly type: 'construct'; readonly name: string };

export type SimpleCommand = {
  readonly type: 'simple';
  /** Variables set before the program, by name. */
  readonly assignments: readonly string[];
  /** The program and its arguments. */
  readonly words: readonly Word[];
  readonly redirections: readonly Redirection[];
};

export type ListItem = { readonly when: 'always' | 'success' | 'failure'; readonly command: ParsedCommand };

export type Word =
  | { readonly type: 'literal'; readonly text: string }
  /** Names to be looked up in the workspace: `*` and `?` stand for what they match. */
  | { readonly type: 'glob'; readonly text: string }
  /** What only a shell can work out: variables, substitutions, `~`, braces. `text` is how it is written. */
  | { readonly type: 'expansion'; readonly text: string };

export type Redirection = {
  /** `>`, `>>`, `<`, `>&`, `&>`, `<<`, `<<<` … */
  readonly operator: string;
  readonly descriptor: string;
  readonly target: Word;
};

const discards = new Set(['>', '>>', '&>', '&>>']);

/** What a redirection does where no file is written and none is read; undefined for all others. */
export function harmlessRedirection({
  operator,
  descriptor,
  target,
}: Redirection): 'errors-to-output' | 'drop-output' | 'drop-errors' | 'drop-both' | undefined {
  if (target.type !== 'literal') return undefined;
  if (operator === '>&') return descriptor === '2' && target.text === '1' ? 'errors-to-output' : undefined;
  if (!discards.has(operator) || target.text !== '/dev/null') return undefined;
  if (operator.startsWith('&')) return 'drop-both';
  if (descriptor === '' || descriptor === '1') return 'drop-output';
  return descriptor === '2' ? 'drop-errors' : undefined;
}
