import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const tsx = createRequire(import.meta.url).resolve('tsx');

export type Ended = { readonly exit: number | null; readonly stdout: string; readonly stderr: string };

/** The program as a child process. */
export type Child = {
  /** Resolves when its stdout holds this; rejects when it ends without. */
  readonly says: (text: string) => Promise<void>;
  readonly ended: Promise<Ended>;
  readonly kill: (signal: NodeJS.Signals) => void;
};

export type Repository = {
  readonly root: string;
  readonly write: (path: string, text: string) => void;
  readonly start: (...argv: readonly string[]) => Child;
  readonly planwright: (...argv: readonly string[]) => Promise<Ended>;
  readonly json: <Document>(...argv: readonly string[]) => Promise<Document>;
  /** A shell command line with `planwright` in it. */
  readonly shell: (line: string) => Promise<Ended>;
};

/** A throwaway git repository with the program, run from its source, in it. */
export function createRepository(files: Readonly<Record<string, string>>): Repository {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'planwright-e2e-')));
  execFileSync('git', ['init', '--quiet', root]);
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  const main = join(repository, 'packages/cli/src/main.ts');
  const command = [process.execPath, '--import', tsx, '-C', 'source', main];
  const start = (...argv: readonly string[]): Child => startIn(root, [...command, ...argv]);
  const planwright = (...argv: readonly string[]): Promise<Ended> => start(...argv).ended;
  return {
    root,
    write,
    start,
    planwright,
    json: async <Document>(...argv: readonly string[]) =>
      JSON.parse((await planwright(...argv, '--json')).stdout) as Document,
    shell: (line) => {
      const program = command.map((word) => `'${word}'`).join(' ');
      return startIn(root, ['sh', '-c', line.replaceAll('planwright', program)]).ended;
    },
  };
}

function startIn(cwd: string, [program = '', ...args]: readonly string[]): Child {
  const env = { ...process.env, HOME: cwd, TSX_TSCONFIG_PATH: join(repository, 'packages/cli/tsconfig.json') };
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const written = { stdout: '', stderr: '' };
  const listeners = new Set<() => void>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    written.stdout += text;
    for (const listener of listeners) listener();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (written.stderr += text));
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exit) => resolve({ exit, ...written }));
  });
  return {
    ended,
    kill: (signal) => void child.kill(signal),
    says: (text) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (written.stdout.includes(text)) resolve();
        };
        listeners.add(look);
        look();
        void ended.then(({ exit, stdout, stderr }) =>
          reject(new Error(`ended with ${exit ?? 'a signal'} before saying "${text}":\n${stdout}\n${stderr}`)),
        );
      }),
  };
}
