import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runProgram } from '../program.js';
import type { System } from '../system.js';

export type Ended = { readonly exit: number; readonly stdout: string; readonly stderr: string };

export type TestFolder = {
  readonly root: string;
  readonly write: (path: string, text: string) => string;
  /** Runs the program here, in this process, as if in a pipe. */
  readonly planwright: (argv: readonly string[], options?: ProgramOptions) => Promise<Ended>;
};

export type ProgramOptions = {
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** As if a person sat there; they type these lines, and then Ctrl-D. */
  readonly typed?: readonly string[];
  /** What a person does with a file in their editor. */
  readonly editor?: (file: string) => void | Promise<void>;
  /** What the editor then ends with, where that is not 0. */
  readonly editorExit?: number;
};

/** A throwaway folder with the program in it. */
export function createTestFolder(files: Readonly<Record<string, string>> = {}): TestFolder {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'planwright-cli-')));
  const write = (path: string, text: string): string => {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  return { root, write, planwright: (argv, options = {}) => run(root, argv, options) };
}

async function run(root: string, argv: readonly string[], options: ProgramOptions): Promise<Ended> {
  const written = { stdout: '', stderr: '' };
  const isTerminal = options.typed !== undefined;
  const lines = [...(options.typed ?? [])];
  const sink = (name: 'stdout' | 'stderr'): System['stdout'] => ({
    isTerminal,
    columns: 100,
    write: (text) => (written[name] += text),
  });
  const exit = await runProgram({
    argv,
    env: { HOME: join(root, 'home'), NO_COLOR: '1', ...options.env },
    cwd: options.cwd ?? root,
    version: '0.0.0-test',
    stdout: sink('stdout'),
    stderr: sink('stderr'),
    stdin: {
      isTerminal,
      readAll: () => Promise.resolve(options.stdin ?? ''),
      ask: (question) => {
        written.stderr += question;
        return Promise.resolve(lines.shift());
      },
    },
    runInteractive: async (_command, args) => {
      await options.editor?.(args.at(-1) ?? '');
      return options.editorExit ?? 0;
    },
    onStop: () => () => undefined,
    isStopping: () => false,
    crash: new Promise<never>(() => undefined),
  });
  return { exit, ...written };
}

/** Two steps side by side and one that needs both; all only read. */
export const readingPlan = JSON.stringify({
  task_summary: 'Look around',
  steps: [
    { id: 'E1', agent: 'search', task: 'Find the limit' },
    { id: 'E2', agent: 'file', task: 'Read the readme' },
    { id: 'E3', agent: 'reviewer', task: 'Sum up #E1 and #E2', deps: ['E1', 'E2'] },
  ],
});

/** A plan that may run a command, and so waits for a person. */
export const runningPlan = JSON.stringify({
  task_summary: 'Run something',
  steps: [{ id: 'E1', agent: 'shell', task: 'Run `node --version`', criteria: ['node prints its version'] }],
});

export const script = `replies:
  - { when: { label: E1 }, text: the limit is 3 }
  - { when: { label: E2 }, text: it is a readme }
  - { when: { label: E3 }, text: a small project }
otherwise: { text: it is done }
`;
