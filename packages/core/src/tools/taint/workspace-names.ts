/** One call that was carried out and what it gave back. */
export type CallResult = {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly ok: boolean;
  readonly text: string;
};

/** What a result tells of the workspace itself (names of files that are there), and what is left: text of others. */
export type ToldApart = { readonly names: readonly string[]; readonly said: string };

/** Programs that print names and nothing of what is in the files. */
const listing = new Set(['ls', 'find', 'fd', 'tree', 'git ls-files', 'git status']);
/** Programs that fail when a file they are given is not there. */
const opening = new Set(['cat', 'head', 'tail', 'nl', 'sed', 'wc', 'stat', 'git blame']);

/** Tells the names of files in a result from the text in it. Only tools of our own are believed to print names. */
export function workspaceNames({ tool, args, ok, text }: CallResult): ToldApart {
  if (!ok) return { names: [], said: text };
  switch (tool) {
    case 'list':
      return { names: matches(text, /^(.+) \(\d+ bytes\)$/gm), said: '' };
    case 'search':
    case 'symbols':
      return { names: matches(text, /^(.+?):\d+(?:-\d+)?: /gm), said: text.replace(/^.+?:\d+(?:-\d+)?: /gm, '') };
    case 'read':
      return { names: [textOf(args['path'])], said: text };
    case 'git':
      return ofCommand(['git', ...(Array.isArray(args['args']) ? args['args'].map(textOf) : [])], text);
    case 'shell': {
      const command = textOf(args['command']);
      return /[|;&<>`$\n]/.test(command) ? { names: [], said: text } : ofCommand(command.split(/\s+/), text);
    }
    default:
      return { names: [], said: text };
  }
}

function ofCommand([program = '', ...words]: readonly string[], text: string): ToldApart {
  const name = program === 'git' ? `git ${words.find((each) => !each.startsWith('-')) ?? ''}` : program;
  if (listing.has(name)) return { names: text.split('\n').map(lastWord), said: '' };
  const isThere = opening.has(name) && text.startsWith('exit code 0\n');
  return { names: isThere ? words : [], said: text };
}

function matches(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name);
}

function lastWord(line: string): string {
  return line.trim().split(/\s+/).at(-1) ?? '';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
